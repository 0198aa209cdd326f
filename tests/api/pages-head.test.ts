import { expect } from 'vitest';
import { placeholder } from '../../src/app/components/placeholder.ts';
import { callPaths, pagePaths } from '../../src/contract/paths.ts';
import { product, productDescription } from '../../src/contract/product.ts';
import type { StoredPost } from '../../src/server/posts/query-posts.ts';
import { origin, read } from './support/backend.ts';
import { metaOf, type Pages, structuredDataOf } from './support/pages-backend.ts';
import { backends, sqlite } from './support/stores.ts';
import { testPagesOn } from './support/test-on.ts';

const test = testPagesOn(backends);

const canonicalOf = (page: Document) => page.querySelector('link[rel="canonical"]')?.getAttribute('href');

async function openWithPost({ backend }: Pages, post: Partial<StoredPost>) {
  return read(await backend.publish(await backend.register(), post));
}

test("a post's page has metadata for search engines and link previews", async ({ pages }) => {
  const content = 'By rail. '.repeat(100);
  const post = await openWithPost(pages, { title: 'Night train', imgUrl: '/samples/train.webp', content });
  const url = `${origin}/blog/${post._id}`;
  const page = await pages.page(`/blog/${post._id}`);
  expect(canonicalOf(page)).toBe(url);
  const expected = {
    description: post.summary,
    'og:site_name': product.name,
    'og:type': 'article',
    'og:title': 'Night train',
    'og:description': post.summary,
    'og:url': url,
    'og:image': `${origin}/samples/train.webp`,
    'article:published_time': post.createdAt,
    'twitter:card': 'summary_large_image',
  };
  for (const [name, value] of Object.entries(expected)) expect([name, metaOf(page, name)]).toEqual([name, value]);
  expect(page.querySelectorAll('meta[name="description"]')).toHaveLength(1);
  expect(page.querySelectorAll('title')).toHaveLength(1);
});

test('a link preview has the size and type only of an image uploaded to this site', async ({ pages, backend }) => {
  const imgUrl = `/images/${'a'.repeat(64)}-1600x900.webp`;
  const about = (page: Document) =>
    ['og:image', 'og:image:type', 'og:image:width', 'og:image:height'].map((name) => metaOf(page, name));
  const author = await backend.register();
  const own = await read(await backend.publish(author, { imgUrl }));
  const page = await pages.page(`/blog/${own._id}`);
  expect(about(page)).toEqual([`${origin}${imgUrl}`, 'image/webp', '1600', '900']);
  expect(structuredDataOf(page).image).toBe(`${origin}${imgUrl}`);
  const elsewhere = `https://images.example${imgUrl}`;
  const other = await read(await backend.publish(author, { imgUrl: elsewhere }));
  expect(about(await pages.page(`/blog/${other._id}`))).toEqual([elsewhere, undefined, undefined, undefined]);
});

test("a post's structured data is a complete BlogPosting", async ({ pages }) => {
  const post = await openWithPost(pages, { title: 'Night train', imgUrl: 'https://images.example/train.webp' });
  const url = `${origin}/blog/${post._id}`;
  expect(structuredDataOf(await pages.page(`/blog/${post._id}`))).toEqual({
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: 'Night train',
    description: post.summary,
    image: 'https://images.example/train.webp',
    datePublished: post.createdAt,
    dateModified: post.createdAt,
    author: { '@type': 'Person', name: 'Ada' },
    publisher: { '@type': 'Organization', name: product.name },
    url,
    mainEntityOfPage: url,
  });
});

test("an empty post's metadata still has a title, a description and a picture", async ({ pages, backend, author }) => {
  for (const imgUrl of ['', 'javascript:alert(1)', 'http://', 'data:image/png;base64,AAAA']) {
    const post = await read(await backend.publish(author, { title: ' ', content: '', imgUrl }));
    const page = await pages.page(`/blog/${post._id}`);
    expect(metaOf(page, 'og:title')).toBe('Untitled');
    expect(metaOf(page, 'description')).toBe(productDescription);
    expect(metaOf(page, 'og:image')).toBe(`${origin}/icons/icon-512.png`);
    expect(metaOf(page, 'twitter:card')).toBe('summary');
    const data = structuredDataOf(page);
    expect([data.headline, data.description]).toEqual(['Untitled', productDescription]);
  }
});

test('pages name their canonical address and the feed; a 404 names no address', async ({ pages, backend, author }) => {
  const posts = await backend.publishMany(author, 22);
  for (const path of ['/', '/home', '/login', '/register', `/home?after=${posts[2]?._id}`, `/blog/${posts[0]?._id}`]) {
    const page = await pages.page(path);
    expect(canonicalOf(page)).toBe(origin + path);
    expect(metaOf(page, 'og:url')).toBe(origin + path);
    const feed = page.querySelector('link[rel="alternate"][type="application/atom+xml"]');
    expect((await pages.get(feed?.getAttribute('href') ?? '/none')).status).toBe(200);
  }
  const missing = await pages.page('/nowhere', 404);
  expect(metaOf(missing, 'og:title')).toBe(undefined);
  expect([canonicalOf(missing), metaOf(missing, 'og:url')]).toEqual([undefined, undefined]);
  expect(metaOf(missing, 'description')).toBe(productDescription);
});

test('every page of the app has the metadata of a link preview', async ({ pages, backend, author }) => {
  const { _id } = await read(await backend.publish(author, { title: 'One', content: 'A walrus on #locks.' }));
  const topic = '/topic/locks';
  for (const path of [
    ...['/', '/home', '/home?q=walrus', '/login', '/register', '/create', '/myBlogs', '/account', '/recover', topic],
    ...[`/author/${author.userId}`, `/blog/${_id}`, `/blog/${_id}/edit`, `/blog/${_id}/versions`],
  ]) {
    const page = await pages.page(path);
    const names = ['og:title', 'og:type', 'og:image', 'og:site_name', 'og:description', 'description', 'twitter:card'];
    expect([path, names.filter((name) => !metaOf(page, name))]).toEqual([path, []]);
    // The page that edits a post and the page of its versions are the same for all posts, so they name no post.
    if (!path.startsWith(`/blog/${_id}/`)) expect(metaOf(page, 'og:url')).toBe(origin + path);
    else expect(page.head.innerHTML).not.toContain('/:');
  }
});

test("search results, account pages and an author's pages are noindex", async ({ pages, backend, author }) => {
  const { _id } = await read(await backend.publish(author, { title: 'One' }));
  const search = await pages.page('/home?q=%22a%3E%3Cb%22+%26+c');
  expect(metaOf(search, 'og:title')).toBe(`Search: "a><b" & c · ${product.name}`);
  expect(metaOf(search, 'og:title')).toBe(search.title);
  expect(metaOf(search, 'og:url')).toBe(`${origin}/home?q=%22a%3E%3Cb%22+%26+c`);
  for (const path of ['/home?q=walrus', '/account', '/recover', `/blog/${_id}/edit`, `/blog/${_id}/versions`]) {
    const page = await pages.page(path);
    expect([path, metaOf(page, 'robots'), canonicalOf(page)]).toEqual([path, 'noindex', undefined]);
  }
  for (const path of ['/', '/home', '/login', `/blog/${_id}`, `/author/${author.userId}`])
    expect([path, metaOf(await pages.page(path), 'robots')]).toEqual([path, undefined]);
});

test('a post imported with a date and no time has that day on its page and in feeds', {
  on: sqlite,
}, async ({ pages, backend, author: ada }) => {
  const [createdAt, updatedAt] = ['2019-01-01T00:00:00.000-00:00', '2019-02-03T22:00:00.000-00:00'];
  const post = { source: 'a', title: 'A day', imgUrl: '', content: 'Words.', createdAt, updatedAt };
  const brought = await read(await backend.send('POST', callPaths.importPost, post, ada.bearer));
  expect(brought).toMatchObject({ createdAt, updatedAt });
  const path = pagePaths.blog(brought._id);
  const page = await pages.page(path);
  const times = [...page.querySelectorAll('time')].map((time) => [time.textContent, time.getAttribute('datetime')]);
  expect(times).toEqual([
    ['2019-01-01', '2019-01-01'],
    ['2019-02-03', '2019-02-03'],
  ]);
  expect(structuredDataOf(page)).toMatchObject({ datePublished: '2019-01-01', dateModified: '2019-02-03' });
  expect(metaOf(page, 'article:published_time')).toBe('2019-01-01');
  const feed = await (await pages.get('/feed.xml')).text();
  expect(feed).toContain('<published>2019-01-01T12:00:00Z</published>');
  expect(feed.match(/<updated>2019-02-03T12:00:00(?:.000)?Z<\/updated>/g)).toHaveLength(2);
});

const inside = 'http://192.168.1.1/reboot';

test('a public site shows and links no image of a private network', {
  on: sqlite,
  extras: { publicOrigin: 'https://blog.example' },
}, async ({ pages, backend }) => {
  const { _id } = await read(await backend.publish(await backend.register(), { imgUrl: inside }));
  for (const path of ['/home', `/blog/${_id}`]) {
    const page = await pages.page(path);
    expect([...page.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([placeholder]);
  }
  const page = await pages.page(`/blog/${_id}`);
  const fallback = 'https://blog.example/icons/icon-512.png';
  expect([metaOf(page, 'og:image'), structuredDataOf(page).image]).toEqual([fallback, fallback]);
});

test('a private site shows images of private networks', {
  on: sqlite,
  extras: { publicOrigin: 'http://blog.internal' },
}, async ({ pages, backend }) => {
  const { _id } = await read(await backend.publish(await backend.register(), { imgUrl: inside }));
  const page = await pages.page(`/blog/${_id}`);
  expect([page.querySelector('article img')?.getAttribute('src'), metaOf(page, 'og:image')]).toEqual([inside, inside]);
});
