import { freePort } from '../browser/support/free-port.ts';
import { openLoopback } from '../browser/support/loopback.ts';

export interface ChangedWorkerProxy extends AsyncDisposable {
  origin: string;
  /** From now on serves a changed worker script, which a browser takes for a new build. */
  change(): void;
}

/** Opens a read-only proxy of `inner` on another port. */
export async function openChangedWorkerProxy(inner: string): Promise<ChangedWorkerProxy> {
  let suffix = '';
  const port = await freePort();
  const proxy = await openLoopback(port, async ({ url, headers: asked }, response) => {
    const answer = await fetch(inner + url, { headers: { Accept: asked.accept ?? '*/*' } });
    const headers = [...answer.headers].filter(
      ([name]) => !/^(content-(length|encoding)|connection|transfer-)/.test(name),
    );
    response.writeHead(answer.status, Object.fromEntries(headers));
    response.write(await answer.bytes());
    response.end(url === '/worker.js' ? suffix : undefined);
  });
  return {
    origin: `http://localhost:${port}`,
    change() {
      suffix = '\n// The next build.\n';
    },
    [Symbol.asyncDispose]: proxy[Symbol.asyncDispose],
  };
}
