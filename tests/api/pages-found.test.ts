import { expect } from 'vitest';
import { pagePaths } from '../../src/contract/paths.ts';
import { read } from './support/backend.ts';
import { textOf, textsOf } from './support/pages-backend.ts';
import { backends, sqlite, stores } from './support/stores.ts';
import { testPagesOn } from './support/test-on.ts';

const test = testPagesOn(sqlite);

const email = 'ada@hidden.example';

test('the page of a topic or author has a heading, a list and a feed, and no email', {
  on: backends,
  extras: { publicOrigin: 'http://localhost:3000' },
}, async ({ pages, backend }) => {
  const author = await backend.register(email);
  for (let number = 1; number <= 21; number++)
    await backend.publish(author, { title: `Post ${number}`, content: `About #Größe, ${number}.` });
  const topicPath = pagePaths.topic('größe');
  const authorPath = pagePaths.author(author.userId);
  for (const [path, heading] of [
    [topicPath, '#größe'],
    [authorPath, 'Ada'],
  ] as const) {
    const answer = await pages.get(path);
    expect(await answer.text()).not.toContain('hidden.example');
    const page = await pages.page(path);
    expect(textOf(page, 'h1')).toBe(heading);
    expect(textsOf(page, '.card-title')).toHaveLength(20);
    expect(textOf(page, '.card-date')).toContain('By Ada');
    expect(page.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(`http://localhost:3000${path}`);
    const feed = page.querySelector('link[rel=alternate]')?.getAttribute('href') ?? '';
    expect(feed).toBe(`${path}/feed.xml`);
    const next = /href="([^"]+)"/.exec(page.querySelector('noscript')?.innerHTML ?? '');
    const second = await pages.page((next?.[1] ?? '').replaceAll('&amp;', '&'));
    expect(textsOf(second, '.card-title')).toEqual(['Post 1']);
    const xml = await (await pages.get(feed)).text();
    expect(xml).toContain(`<link rel="self" type="application/atom+xml" href="http://localhost:3000${feed}"/>`);
    expect(xml.match(/<entry>/g)).toHaveLength(20);
    expect(xml).not.toContain('hidden.example');
  }
  const sitemaps = await Promise.all(
    ['/sitemap.xml', '/sitemap-topics.xml', '/sitemap-authors.xml'].map(async (path) => (await pages.get(path)).text()),
  );
  expect(sitemaps[0]).toContain('/sitemap-topics.xml');
  expect(sitemaps[1]).toContain(`<loc>http://localhost:3000${topicPath}</loc>`);
  expect(sitemaps[2]).toContain(`<loc>http://localhost:3000${authorPath}</loc>`);
});

test('/home?q= shows results with marked matches and a link to more', { on: backends }, async ({ pages, backend }) => {
  const author = await backend.register(email);
  for (let number = 1; number <= 21; number++)
    await backend.publish(author, { title: `Crème ${number}`, content: 'A walrus eats it.' });
  const page = await pages.page('/home?q=creme+walrus');
  expect(page.documentElement.outerHTML).not.toContain('hidden.example');
  expect(textsOf(page, '.card-title')[0]).toBe('Crème 21');
  expect(textsOf(page, '.card-title mark')[0]).toBe('Crème');
  expect(textsOf(page, '.card-summary mark')[0]).toBe('walrus');
  expect(page.querySelector('link[rel=canonical]')).toBe(null);
  expect(page.querySelector<HTMLInputElement>('input[type=search]')?.getAttribute('value')).toBe('creme walrus');
  const link = page.querySelector('noscript')?.innerHTML ?? '';
  const next = /href="([^"]+)"/.exec(link)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(textsOf(await pages.page(next), '.card-title')).toEqual(['Crème 1']);
});

test('a search without results says so, and an empty query shows the list', async ({ pages, backend }) => {
  const author = await backend.register(email);
  await backend.publish(author, { title: 'Only' });
  expect(textsOf(await pages.page('/home?q=walrus'), 'main p')).toContain('Nothing found for “walrus”.');
  expect(textsOf(await pages.page('/home?q='), '.card-title')).toEqual(['Only']);
  expect(textsOf(await pages.page('/home?q=+'), '.card-title')).toEqual(['Only']);
  const hostile = '"><script>alert(1)</script>';
  const page = await pages.page(`/home?q=${encodeURIComponent(hostile)}`);
  expect(textsOf(page, 'main p').join()).toContain(hostile);
  expect(textsOf(page, 'script').join()).not.toContain('alert(1)</script>');
  expect((await pages.get(`/home?q=${'a'.repeat(9_000)}`)).status).toBe(200);
  expect((await pages.get('/home?q=a&after=x')).headers.get('Location')).toBe('/home?q=a');
});

test('/topic/Rust redirects to /topic/rust; a topic page without posts says so', async ({ pages, backend }) => {
  const author = await backend.register(email);
  expect((await pages.get('/topic/Rust')).headers.get('Location')).toBe('/topic/rust');
  expect((await pages.get('/Topic/rust/')).headers.get('Location')).toBe('/topic/rust');
  expect(textsOf(await pages.page('/topic/rust', 404), 'main [role=status]')).toContain('No blogs about #rust yet.');
  expect(textOf(await pages.page('/topic/12', 404), 'h1')).toBe('Not Found');
  expect(textsOf(await pages.page(pagePaths.author(author.userId)), 'main [role=status]').join()).toContain(
    'Nothing has been',
  );
  expect(textOf(await pages.page('/author/0197a000-0000-7000-8000-000000000000', 404), 'h1')).toBe('Not Found');
  expect(textOf(await pages.page('/author/x', 404), 'h1')).toBe('Not Found');
  expect((await pages.get('/author/x/feed.xml')).status).toBe(404);
  expect((await pages.get('/topic/12/feed.xml')).status).toBe(404);
});

test("a topic's page has a canonical address only after the topic has a post", async ({ pages, backend }) => {
  const canonical = async (status: number) =>
    (await pages.page('/topic/rust', status)).querySelector('link[rel=canonical]')?.getAttribute('href');
  expect(await canonical(404)).toBe(undefined);
  await backend.publish(await backend.register(), { content: '#rust' });
  expect(await canonical(200)).toContain('/topic/rust');
});

test('a made-up cursor lists older posts; a cursor after all posts lists page one', { on: stores }, async ({
  pages,
  backend,
  author,
}) => {
  for (let number = 1; number <= 3; number++) await backend.publish(author, { content: `#rust ${number}` });
  const [, middle] = await backend.list();
  for (const path of [pagePaths.home, '/topic/rust', pagePaths.author(author.userId)]) {
    const page = async (after: string) => await (await pages.get(`${path}?after=${after}`)).text();
    const first = await (await pages.get(path)).text();
    const behind = await page(middle?._id ?? '');
    expect(behind).not.toBe(first);
    // The first cursor is no post's id, and sorts just before the middle post's id. The second sorts after all ids.
    expect(await page((middle?._id ?? '').replace(/.{12}$/, '000000000000'))).toBe(behind);
    expect(await page('ffffffff-ffff-7fff-bfff-ffffffffffff')).toBe(first);
  }
});

test("a post's page links its topics and its author, and the feed links its topics", {
  extras: { publicOrigin: 'http://localhost:3000' },
}, async ({ pages, backend }) => {
  const author = await backend.register(email);
  const post = await read(await backend.publish(author, { content: 'On #Rust, `#code` and [#link](#x).' }));
  const page = await pages.page(pagePaths.blog(post._id));
  const links = [...page.querySelectorAll('.prose a, article a')].map((link) => link.getAttribute('href'));
  expect(links).toEqual([pagePaths.author(author.userId), '/topic/rust', '#x']);
  expect(await (await pages.get('/feed.xml')).text()).toContain('http://localhost:3000/topic/rust');
});
