import { freePort } from './free-port.ts';
import { openProxy } from './proxy.ts';
import type { Site } from './site.ts';

/** The own server at this address as a site, behind a proxy that stays; the parts it is made of go with it. */
export async function siteBehind(target: URL, parts: AsyncDisposableStack): Promise<Site> {
  await using held = parts.move();
  const { port, received, faults, stop, start } = held.use(await openProxy(await freePort(), target));
  const opened = held.move();
  const origin = `http://localhost:${port}`;
  return {
    kind: 'own',
    origin,
    api: origin,
    received,
    misbehave: faults.set,
    stop,
    start,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
