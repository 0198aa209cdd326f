import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { freePort } from '../browser/support/free-port.ts';

export interface ChangedWorkerProxy extends AsyncDisposable {
  origin: string;
  /** From now on the worker's script is another: to a browser, a new build. */
  change(): void;
}

/** Another address of the stage, for reading. */
export async function openChangedWorkerProxy(inner: string): Promise<ChangedWorkerProxy> {
  let suffix = '';
  const server = createServer(async (request, response) => {
    const answer = await fetch(inner + request.url, { headers: { Accept: request.headers.accept ?? '*/*' } });
    const headers = [...answer.headers].filter(
      ([name]) => !/^(content-(length|encoding)|connection|transfer-)/.test(name),
    );
    response.writeHead(answer.status, Object.fromEntries(headers));
    if (answer.body) await pipeline(Readable.fromWeb(answer.body as ReadableStream), response, { end: false });
    response.end(request.url === '/worker.js' ? suffix : undefined);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${port}`,
    change() {
      suffix = '\n// The next build.\n';
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
