import { freePort } from './free-port.ts';
import { openProxy } from './proxy.ts';
import type { Site } from './site.ts';

/** Where a site behind a proxy will be: its server has to know (PUBLIC_ORIGIN), as it can't be seen from there. */
export const freeOrigin = async (): Promise<URL> => new URL(`http://localhost:${await freePort()}`);

/**
 * The own server at `target` as a site at `origin`, behind a proxy that stays; the parts it is made of go with it.
 * @param answerPage whoever has the pages, if not the server
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
