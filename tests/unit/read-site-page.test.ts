import { expect, test, vi } from 'vitest';
import { readSitePage, type SitePageState } from '../../src/reading/shown/read-site-page.ts';

const page = { name: 'imprint', title: 'Imprint', tag: '1', content: 'Words.' };
const asJson = (body: unknown, status = 200) => Response.json(body, { status });
const asWebPage = (status: number) => new Response('<p>Log in', { status, headers: { 'Content-Type': 'text/html' } });

/** Returns the first state that `readSitePage` reports for this response. */
async function shownFor(answer: () => Response | Promise<Response>): Promise<SitePageState> {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => answer());
  const { promise, resolve } = Promise.withResolvers<SitePageState>();
  const stop = readSitePage(page, resolve);
  const shown = await promise;
  stop();
  expect(asked).toHaveBeenCalledExactlyOnceWith('/site-pages/imprint.json?tag=1');
  vi.restoreAllMocks();
  return shown;
}

test('loads a site page, and reports it as missing if the server answers 404', async () => {
  expect(await shownFor(() => asJson(page))).toEqual({ state: 'loaded', page });
  expect(await shownFor(() => asJson({ code: 'path_not_found' }, 404))).toEqual({ state: 'missing' });
});

test.each<[string, () => Response | Promise<Response>]>([
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a server that fails', () => asJson({ code: 'internal' }, 500)],
  ['a captive portal', () => asWebPage(200)],
  ['a 404 of a captive portal', () => asWebPage(404)],
  ['JSON that is no site page', () => asJson({})],
])('reports a site page as failed, not as missing, after %s', async (_, answer) => {
  expect(await shownFor(answer)).toEqual({ state: 'failed' });
});
