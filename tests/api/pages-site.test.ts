import { createHash } from 'node:crypto';
import { parseAtomFeed } from 'feedsmith';
import sharp from 'sharp';
import { expect } from 'vitest';
import { accountPaths } from '../../src/contract/account-paths.ts';
import { pagePaths } from '../../src/contract/paths.ts';
import { setIcon } from '../../src/server/site/site-icon.ts';
import { setSetting, unsetSetting } from '../../src/server/site/site-settings.ts';
import { read, type TestBackend } from './support/backend.ts';
import { metaOf, type Pages, parse, structuredDataOf, textOf, textsOf } from './support/pages-backend.ts';
import { backends, sqlite } from './support/stores.ts';
import { testPagesOn } from './support/test-on.ts';

const origin = 'https://blog.example';

const test = testPagesOn(backends, { publicOrigin: origin });

/** Stores settings directly in the database, as `npm run site` does. */
async function setAll({ store }: TestBackend, settings: Record<string, string>): Promise<void> {
  for (const [key, value] of Object.entries(settings)) await setSetting(store, key, value);
}

const named = {
  name: 'مدونة <b>ليلى</b> & "co" $& $1',
  tagline: 'كلام </script><!--',
  description: 'وصف "المدونة" <i>',
  language: 'ar',
  accent: '#0055aa',
  'link.terms': 'https://example.com/terms?a=1&b="',
  'link.app': 'mailto:leila@example.com',
};

const bodiesOf = async (pages: Pages, paths: string[]) =>
  Promise.all(paths.map(async (path) => [path, await (await pages.get(path)).text()]));

test("every page shows the site's settings at once, until they are unset", async ({ pages, backend, author }) => {
  const { _id } = await read<{ _id: string }>(await backend.publish(author, { content: 'Words. #topic' }));
  const paths = ['/', '/home', `/blog/${_id}`, '/register', pagePaths.author(author.userId), '/topic/topic'];
  const others = ['/feed.xml', '/manifest.webmanifest', '/site.json'];
  // At first the feed may lack texts that are not rendered yet.
  await expect.poll(async () => (await pages.get('/feed.xml')).text()).toContain('<content');
  const before = await bodiesOf(pages, [...paths, ...others]);
  await setAll(backend, named);
  for (const path of paths) {
    const page = await pages.page(path);
    const { lang, dir } = page.documentElement;
    expect([path, lang, dir]).toEqual([path, 'ar', 'rtl']);
    expect(textOf(page, '.bar-product span')).toBe(named.name);
    expect(textsOf(page, '.footer-tagline > *')).toEqual([named.name, named.tagline]);
    expect(page.title).toContain(named.name);
    expect(page.querySelector('footer b, head i, body > b')).toBeNull();
    expect(metaOf(page, 'og:site_name')).toBe(named.name);
    const links = [...page.querySelectorAll('footer nav a')].map((link) => [
      link.textContent,
      link.getAttribute('href'),
    ]);
    expect(links).toEqual([
      ['App', named['link.app']],
      ['Report', '#'],
      ['Terms & Conditions', 'https://example.com/terms?a=1&b=%22'],
      ['Privacy Policy', '#'],
      ['Refund & Cancellation', '#'],
    ]);
    expect(JSON.parse(textOf(page, 'script#site') ?? '')).toEqual(await read(await pages.get('/site.json')));
  }
  const landing = await pages.page('/');
  expect(textOf(landing, 'h1')).toBe(named.tagline);
  expect(textOf(landing, '.landing-description')).toBe(named.description);
  expect(metaOf(landing, 'description')).toBe(named.description);
  const post = await pages.page(`/blog/${_id}`);
  expect(structuredDataOf(post).publisher).toEqual({ '@type': 'Organization', name: named.name });
  expect(textOf(post, 'time')).toBe(new Date().toLocaleDateString('ar', { timeZone: 'UTC' }));
  const { title, subtitle } = parseAtomFeed(await (await pages.get('/feed.xml')).text());
  expect([title?.value ?? title, subtitle?.value ?? subtitle]).toEqual([named.name, named.tagline]);
  for (const key of Object.keys(named)) await unsetSetting(backend.store, key);
  expect(await bodiesOf(pages, [...paths, ...others])).toEqual(before);
});

test('the ETags of the manifest and of /site.json change with the settings', async ({ pages, backend }) => {
  for (const path of ['/manifest.webmanifest', '/site.json']) {
    const etag = (await pages.get(path)).headers.get('ETag') ?? '';
    expect((await pages.get(path, { 'If-None-Match': etag })).status).toBe(304);
    await setAll(backend, { name: `A name for ${path}` });
    const changed = await pages.get(path, { 'If-None-Match': etag });
    expect([changed.status, (await read<{ name: string }>(changed)).name]).toEqual([200, `A name for ${path}`]);
  }
});

test("a page has the site's icon, at an address that changes with the icon", async ({ pages, backend }) => {
  const give = async (background: string) => {
    const picture = sharp({ create: { width: 512, height: 512, channels: 3, background } });
    await setIcon(backend.store, await picture.png().toBuffer());
  };
  await give('#0055aa');
  const home = await pages.page('/home');
  const hrefs = () => [
    home.querySelector('link[rel=icon]')?.getAttribute('href'),
    home.querySelector('.bar-product img')?.getAttribute('src'),
  ];
  const { icons, ...manifest } = await read<{ icons: { src: string; sizes: string; purpose?: string }[] }>(
    await pages.get('/manifest.webmanifest'),
  );
  expect(icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
    ['192x192', undefined],
    ['512x512', undefined],
    ['512x512', 'maskable'],
    ['512x512', 'monochrome'],
  ]);
  expect(manifest).not.toHaveProperty('screenshots');
  for (const address of [...hrefs(), ...icons.map(({ src }) => src)]) {
    const answer = await pages.get(address ?? '');
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'image/png']);
    expect(answer.headers.get('Cache-Control')).toContain('immutable');
  }
  const share = metaOf(home, 'og:image') ?? '';
  expect(share).toBe(origin + icons[1]?.src);
  await give('#aa5500');
  const { icons: next } = await read<{ icons: { src: string }[] }>(await pages.get('/manifest.webmanifest'));
  expect(next[0]?.src).not.toBe(icons[0]?.src);
  // An icon address from an older page serves the new icon, and browsers revalidate it.
  const old = await pages.get(icons[0]?.src ?? '');
  expect([old.status, old.headers.get('Cache-Control')]).toEqual([200, 'public, no-cache']);
  expect((await pages.get('/site-icons/x/secret.png')).status).toBe(404);
});

test("a page's CSP allows the style with the accent colour by its hash", { on: sqlite }, async ({ pages, backend }) => {
  await setAll(backend, { accent: '#0055aa' });
  const answer = await pages.get('/home');
  const policy = answer.headers.get('Content-Security-Policy') ?? '';
  const styles = textsOf(parse(await answer.text()), 'head style');
  expect(styles.at(-1)).toMatch(
    /^:root\{--accent:[^;]*#0055aa[^;]*#[0-9a-f]{6}[^;]*;--on-accent:[^;]+;--accent-wash:[^;]+\}$/,
  );
  for (const style of styles)
    expect(policy).toContain(
      createHash('sha256')
        .update(style ?? '')
        .digest('base64'),
    );
  expect(policy).not.toContain('unsafe');
});

test('invalid settings in the database are ignored', { on: sqlite }, async ({ pages, backend }) => {
  const before = await (await pages.get('/home')).text();
  const invalid = [
    { key: 'accent', value: '#fff}</style><script>' },
    { key: 'language', value: 'nonsense"' },
    { key: 'link.app', value: 'javascript:alert(1)' },
    { key: 'icon', value: '../../x' },
    { key: 'name', value: '\u202egolb' },
    { key: 'constructor', value: 'x' },
  ];
  await backend.db.insertInto('site_settings').values(invalid).execute();
  expect(await (await pages.get('/home')).text()).toBe(before);
});

test('refusals, problem pages and new passkeys name the site', { on: sqlite }, async ({ pages, backend, author }) => {
  await setAll(backend, { name: 'Leila <i>' });
  await pages.page('/home');
  expect((await pages.page('/problems/busy')).title).toMatch(/ · Leila <i>$/);
  const early = await backend.request('/home', { method: 'POST', headers: { Accept: 'text/html' } });
  expect(textOf(parse(await early.text()), 'p')).toMatch(/^The form was sent before Leila <i> was ready/);
  const body = { password: 'correct horse' };
  const options = await backend.send('POST', accountPaths.passkeyOptions, body, author.bearer);
  expect((await read<{ rp: { name: string } }>(options)).rp.name).toBe('Leila <i>');
});
