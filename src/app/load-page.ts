import { timeouts } from '../device/timeouts.ts';
import { resultWithin } from '../device/with-timeout.ts';

/**
 * Loads a page of the app in place of this page. Resolves once this page is left, or if it still runs after ten
 * seconds, so that a form can stay busy until then.
 */
export async function loadPage(path: string): Promise<void> {
  const left = new Promise((resolve) => addEventListener('pagehide', resolve, { once: true }));
  location.assign(path);
  await resultWithin(timeouts.leavingPageMs, left);
}
