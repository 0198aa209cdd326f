import { type BuildName, buildOfWorker } from './app-builds.ts';
import { appOrigin } from './app-origin.ts';
import type { Device } from './device.ts';
import type { Realm } from './realm.ts';

/** In milliseconds: how long the browser waits for the script. */
const longestWait = 60_000;

/**
 * Fetches the worker's script as the browser does, bypassing the worker, and returns the script's build.
 *
 * @throws TypeError if the fetch fails or takes too long; DOMException `SecurityError` if the file is no script
 */
export async function fetchWorkerScript(device: Device, browser: Realm): Promise<BuildName> {
  const { turns } = device;
  const giveUp = new AbortController();
  const timer = turns.after(browser, longestWait, 'no script comes', () =>
    giveUp.abort(new TypeError('No script has come')),
  );
  try {
    const request = new Request(`${appOrigin}/worker.js`, { cache: 'no-cache', redirect: 'error' });
    Object.defineProperty(request, 'signal', { value: giveUp.signal });
    const response = await device.fromNetwork(browser, request);
    if (!response.ok) throw new TypeError(`The script is answered ${response.status}`);
    if (!/javascript/.test(response.headers.get('Content-Type') ?? ''))
      throw new DOMException('This is no script', 'SecurityError');
    return buildOfWorker(await response.text());
  } finally {
    turns.clear(timer);
  }
}
