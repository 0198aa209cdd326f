import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { openServer } from '../../../src/server/server.ts';
import { createClientBuild } from './client-folder.ts';
import { openSqliteDatabase } from './stores.ts';

/** A server with its pages on a port of its own, asked under any host. */
export async function serverOf(): Promise<
  AsyncDisposable & { origin: string; get(path: string, host: string): Promise<string> }
> {
  await using owned = new AsyncDisposableStack();
  const { clientDir } = owned.use(await createClientBuild());
  const { dataDir } = owned.use(await openSqliteDatabase());
  const config = { port: 0, host: '127.0.0.1', samplePosts: false, logLevel: 'silent' } as const;
  const { origin } = owned.use(await openServer({ ...config, dataDir, clientDir }));
  const opened = owned.move();
  return {
    origin,
    async get(path, host) {
      const asking = request(origin + path, { headers: { host } });
      asking.end();
      const [answer]: IncomingMessage[] = await once(asking, 'response');
      return answer ? text(answer) : '';
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
