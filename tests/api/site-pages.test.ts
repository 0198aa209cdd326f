import { expect } from 'vitest';
import { type SitePageText, type SiteSettings, sitePaths } from '../../src/contract/site.ts';
import { putPage } from '../../src/server/site/put-page.ts';
import { removePage } from '../../src/server/site/site-pages.ts';
import { setSetting } from '../../src/server/site/site-settings.ts';
import { read } from './support/backend.ts';
import { metaOf, textOf, textsOf } from './support/pages-backend.ts';
import { backends, sqlite } from './support/stores.ts';
import { testPagesOn } from './support/test-on.ts';

const origin = 'https://blog.example';

const test = testPagesOn(backends, { publicOrigin: origin });

const imprint = `# Who writes <b>here</b>

## Leila

Lives in *Cairo*. <i>Not markup</i>

\`\`\`js
const a = 1;
\`\`\`
`;

test('a site page is rendered like a post; the footer lists pages in the given order', async ({ pages, backend }) => {
  const { store } = backend;
  await putPage(store, 'imprint', imprint);
  await putPage(store, 'about-us', 'Words.');
  await setSetting(store, 'link.terms', 'about-us');
  const page = await pages.page('/page/imprint');
  expect(page.title).toBe('Who writes <b>here</b> · Storyline');
  expect(textsOf(page, 'main h1')).toEqual(['Who writes <b>here</b>']);
  expect(textsOf(page, '.prose h2')).toEqual(['Leila']);
  expect(textOf(page, '.prose p')).toBe('Lives in Cairo. <i>Not markup</i>');
  expect(page.querySelector('.prose em')?.textContent).toBe('Cairo');
  expect(page.querySelector('.prose pre code span')).not.toBeNull();
  expect(metaOf(page, 'description')).toBe('Lives in Cairo. <i>Not markup</i>');
  expect(page.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(`${origin}/page/imprint`);
  expect(page.querySelector('script[type="application/ld+json"]')).toBeNull();
  const links = (name: string) =>
    [...page.querySelectorAll(`footer nav[aria-label="${name}"] a`)].map((link) => [
      link.textContent,
      link.getAttribute('href'),
    ]);
  expect(links('Pages')).toEqual([
    ['Who writes <b>here</b>', '/page/imprint'],
    ['About us', '/page/about-us'],
  ]);
  expect(links('Legal')[0]).toEqual(['Terms & Conditions', '/page/about-us']);
  expect(textOf(await pages.page('/home'), 'footer nav[aria-label="Pages"] a')).toBe('Who writes <b>here</b>');
});

test("a site page's ETag changes with its text, and a removed page gets 404", async ({ pages, backend }) => {
  const put = (text: string) => putPage(backend.store, 'imprint', text);
  await put('First.');
  const etag = (await pages.get('/page/imprint')).headers.get('ETag') ?? '';
  expect((await pages.get('/page/imprint', { 'If-None-Match': etag })).status).toBe(304);
  await put('Second.');
  const changed = await pages.get('/page/imprint', { 'If-None-Match': etag });
  expect([changed.status, await changed.text()]).toEqual([200, expect.stringContaining('Second.')]);
  await removePage(backend.store, 'imprint');
  expect(textOf(await pages.page('/page/imprint', 404), 'h1')).toBe('Not Found');
  expect((await pages.get('/site-pages/imprint.json')).status).toBe(404);
});

test("the app can fetch a site page's text at an address that changes with the text", async ({ pages, backend }) => {
  const put = (text: string) => putPage(backend.store, 'imprint', text);
  const listed = async () => {
    const [page] = (await read<SiteSettings>(await pages.get(sitePaths.settings))).pages ?? [];
    if (!page) throw new Error('No page is listed');
    return page;
  };
  await put('# Imprint\n\nFirst.');
  const first = await listed();
  const answer = await pages.get(sitePaths.page(first));
  expect(answer.headers.get('Cache-Control')).toContain('immutable');
  expect(await read<SitePageText>(answer)).toEqual({ ...first, content: 'First.' });
  await put('# Imprint\n\nSecond.');
  const second = await listed();
  expect(second.tag).not.toBe(first.tag);
  // The old address serves the current text, and browsers revalidate it.
  const old = await pages.get(sitePaths.page(first));
  expect(old.headers.get('Cache-Control')).toBe('public, no-cache');
  expect(await read<SitePageText>(old)).toEqual({ ...second, content: 'Second.' });
});

test('the sitemap lists a site page with its date until the page is removed', async ({ pages, backend }) => {
  const map = async () => (await pages.get('/sitemap-pages.xml')).text();
  const before = await map();
  await putPage(backend.store, 'imprint', 'Words.');
  expect(await map()).toMatch(
    /<url><loc>https:\/\/blog\.example\/page\/imprint<\/loc><lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod><\/url>/,
  );
  await removePage(backend.store, 'imprint');
  expect(await map()).toBe(before);
});

test('unknown site pages get 404; /Page/imprint redirects to the page', { on: sqlite }, async ({ pages, backend }) => {
  await putPage(backend.store, 'imprint', 'Words.');
  for (const path of ['/page/other', '/page/Imprint', '/page/__proto__', '/page/imprint.json'])
    expect([path, textOf(await pages.page(path, 404), 'h1')]).toEqual([path, 'Not Found']);
  for (const path of ['/site-pages/other.json', '/site-pages/imprint', '/site-pages/imprint.html', '/page', '/page/'])
    expect([path, (await pages.get(path)).status]).toEqual([path, 404]);
  for (const path of ['/Page/imprint', '/page/imprint/']) {
    const answer = await pages.get(path);
    expect([path, answer.status, answer.headers.get('Location')]).toEqual([path, 308, '/page/imprint']);
  }
});

test('the longest site page and a login page render concurrently', { on: sqlite }, async ({ pages, backend }) => {
  await putPage(backend.store, 'terms', '**word** '.repeat(100_000));
  const [long, short] = [pages.page('/page/terms'), pages.page('/login')];
  await short;
  expect(textOf(await long, 'main h1')).toBe('Terms');
});
