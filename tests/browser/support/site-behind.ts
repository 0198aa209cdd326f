import { openServer } from '../../../src/server/server.ts';
import { freePort } from './free-port.ts';
import { openProxy } from './proxy.ts';
import type { Site } from './site.ts';

/**
 * Reserves an origin for a site behind a proxy. The server cannot see the proxy, so pass it this origin as
 * `publicOrigin`.
 */
export const freeOrigin = async (): Promise<URL> => new URL(`http://localhost:${await freePort()}`);

/** Opens our own server in this process, on a free port. */
export const openOwnServer = (at: { dataDir: string; clientDir: string; publicOrigin?: string }) =>
  openServer({ port: 0, host: '127.0.0.1', samplePosts: false, logLevel: 'error', ...at });

/**
 * Returns a site at `origin`: a proxy before our own server at `target`. Closing the site also closes `parts`.
 * @param answerPage answers requests for pages; by default, the server answers them
 */
export async function siteBehind(
  { origin, port }: URL,
  target: URL,
  parts: AsyncDisposableStack,
  answerPage?: Parameters<typeof openProxy>[2],
): Promise<Site> {
  await using held = parts.move();
  const { received, faults, stop, start, hold } = held.use(await openProxy(Number(port), target, answerPage));
  const opened = held.move();
  return {
    kind: 'own',
    origin,
    api: origin,
    received,
    misbehave: faults.set,
    stop,
    start,
    holdWorker: () => hold('/worker.js'),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
