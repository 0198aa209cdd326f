import { expect, test } from 'vitest';
import { register } from './support/authoring.ts';
import { registerAuthor } from './support/authors.ts';
import { causesDocumentLoad } from './support/document-load.ts';
import { appCallsOf, callsOf } from './support/received.ts';
import { button, cards, fill, heading, listShows, shows } from './support/screen.ts';
import { openForeignSite } from './support/site.ts';
import { openTabOn } from './support/tab.ts';
import { waitUntilCached } from './support/worker-ready.ts';

/** Headers that the browser itself adds to a request to another origin. */
const browsersOwn =
  /^(host|connection|origin|referer|user-agent|accept-encoding|accept-language|content-length|cache-control|pragma|priority|sec-.*)$/;

test("the app makes only the contract's eight calls, with at most 3 headers of its own", async () => {
  const { site, tab, page } = await openTabOn(openForeignSite);
  await registerAuthor(site, 'Grace');

  await register(page, site);
  await waitUntilCached(page, site);
  await tab.goto('/create');
  await fill(page, { 'Blog Heading': 'Far away' });
  await causesDocumentLoad(page, '/create', () => button(page, 'Create Blog').click());
  await tab.goto('/home');
  await listShows(page, ['Far away']);
  await cards(page).getByRole('link').click();
  await heading(page, 'Far away').waitFor();
  // Waits for the call, because the list also has a heading with this name.
  await expect
    .poll(() => callsOf(site).filter((call) => /^GET \/blog\/posts\/[0-9a-f]{24}$/.test(call)))
    .toHaveLength(1);
  await tab.goto('/myBlogs');
  await cards(page).getByRole('button', { name: 'Delete' }).click();
  await shows(page, 'You have not written any blogs yet.');
  await button(page, 'Ada').click();
  await causesDocumentLoad(page, '/login', () => page.getByRole('button', { name: 'Logout' }).click());
  await fill(page, { Email: 'grace@example.com', Password: 'correct horse battery' });
  await causesDocumentLoad(page, '/home', () => button(page, 'Login').click());
  await button(page, 'Grace').waitFor();

  // Reading posts needs no preflight.
  const preflights = site.received.filter(({ method }) => method === 'OPTIONS');
  const reads = preflights.filter(({ headers }) => headers['access-control-request-method'] === 'GET');
  expect(new Set(reads.map(({ path }) => path))).toEqual(new Set(['/auth/me']));
  const ids = /[0-9a-f]{24}/g;
  expect([...new Set(callsOf(site).map((call) => call.replace(ids, '{id}')))].sort()).toEqual([
    'DELETE /blog/posts/{id}',
    'GET /auth/me',
    'GET /blog/posts',
    'GET /blog/posts/{id}',
    'GET /blog/users/{id}/posts',
    'POST /auth/login',
    'POST /auth/register',
    'POST /blog/posts',
  ]);
  for (const { method, path, headers } of appCallsOf(site)) {
    const given = Object.keys(headers).filter((name) => !browsersOwn.test(name));
    const allowed = ['authorization', 'content-type', 'accept'];
    expect([method, path, given.filter((name) => !allowed.includes(name))]).toEqual([method, path, []]);
    const withToken = path === '/auth/me' || method === 'POST';
    if (!withToken || path.startsWith('/auth/log') || path.startsWith('/auth/reg')) {
      expect([method, path, headers.authorization]).toEqual([method, path, undefined]);
    }
    if (method !== 'POST') expect([method, path, headers['content-type']]).toEqual([method, path, undefined]);
  }
});
