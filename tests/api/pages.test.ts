import { expect } from 'vitest';
import { callPaths, pagePaths } from '../../src/contract/paths.ts';
import { product } from '../../src/contract/product.ts';
import { expectRefusal, read } from './support/backend.ts';
import { textOf, textsOf } from './support/pages-backend.ts';
import { backends, sqlite } from './support/stores.ts';
import { testPagesOn } from './support/test-on.ts';

const test = testPagesOn(backends);

const missingPost = '0199b2c5-0000-7000-8000-000000000000';

/** Returns the `src` of each script, and its `data-modules`: the modules that it loads after the first paint. */
function scriptsOf(page: Document) {
  return [...page.querySelectorAll('script:not([type$=json])')].map((script) =>
    ['src', 'data-modules'].map((name) => script.getAttribute(name)),
  );
}

test("every public page's HTML has its text, title and navigation", async ({ pages, backend, author }) => {
  const { _id } = await read(await backend.publish(author, { title: 'On trains', content: 'First.\n\nThen another.' }));
  const words: [string, number, string, string][] = [
    ['/', 200, product.tagline, `${product.name}: ${product.tagline}`],
    ['/home', 200, 'On trains', `All Blogs · ${product.name}`],
    [`/blog/${_id}`, 200, 'First.Then another.', `On trains · ${product.name}`],
    ['/login', 200, 'Password', `Login · ${product.name}`],
    ['/register', 200, `Welcome to ${product.name}`, `Register · ${product.name}`],
    ['/no/such/page', 404, 'There is no page at this address.', `Not Found · ${product.name}`],
    ['/profile', 404, 'There is no page at this address.', `Not Found · ${product.name}`],
    [`/blog/${missingPost}`, 404, 'Loading blog...', `Blog · ${product.name}`],
    ['/blog/no-id-at-all', 404, 'Loading blog...', `Blog · ${product.name}`],
  ];
  for (const [path, status, text, title] of words) {
    const page = await pages.page(path, status);
    expect(textOf(page, 'main'), path).toContain(text);
    expect(textsOf(page, 'title'), path).toEqual([title]);
    expect(page.querySelector('header nav'), path).not.toBeNull();
    expect(page.querySelector('footer'), path).not.toBeNull();
    expect(page.querySelectorAll('[hidden], template'), path).toHaveLength(0);
    expect(page.doctype?.name, path).toBe('html');
  }
});

test("a long page's HTML has no hidden parts that a script must reveal", async ({ pages, backend, author }) => {
  const summary = 'A summary of some length. '.repeat(8);
  for (let number = 1; number <= 20; number++)
    await backend.publish(author, { title: `Post ${number}`, content: summary });
  const content = 'A paragraph of a long post.\n\n'.repeat(2_000);
  const { _id } = await (await backend.publish(author, { title: 'Long', content })).json();
  for (const path of ['/home', `/blog/${_id}`]) {
    const page = await pages.page(path);
    expect([path, textsOf(page, 'script:not([src], [type$=json])')]).toEqual([path, ['start()']]);
    expect(page.querySelector('main h1')).not.toBeNull();
    expect(page.querySelectorAll('[hidden]:not(.menu)')).toHaveLength(0);
  }
});

test("a post's page has text styles, and code styles only for code", async ({ pages, backend, author }) => {
  const stylesOf = async (content: string) => {
    const { _id } = await read(await backend.publish(author, { content }));
    const page = await pages.page(`/blog/${_id}`);
    return textsOf(page, 'style').slice(1);
  };
  expect(await stylesOf('Words and `code`.')).toEqual(['.prose{display:flow-root}']);
  expect(await stylesOf('```js\nlet a\n```')).toEqual(['.prose{display:flow-root}', '.code{display:block}']);
});

test('code is coloured in the rendered page', async ({ pages, backend, author }) => {
  const { _id } = await read(await backend.publish(author, { content: '```js\nlet a\n```\n\n```what\nb\n```' }));
  const page = await pages.page(`/blog/${_id}`);
  expect(textsOf(page, '.code-keyword')).toEqual(['let']);
  expect(textsOf(page, 'pre code')).toEqual(['let a\n', 'b\n']);
  expect(JSON.parse(textOf(page, '#first-answers') ?? '').post.content).toBe('');
});

test('a page has its styles inline, and loads its modules after the first paint', async ({ pages }) => {
  const page = await pages.page('/');
  const common = '.card{display:grid}.card::after{content:"$& $1"}';
  expect(textsOf(page, 'style')).toEqual([common, '.landing{display:flex}']);
  expect(textsOf(await pages.page('/home'), 'style')).toEqual([common]);
  expect(page.querySelectorAll('link[rel="stylesheet"]:not([disabled]), link[rel="modulepreload"]')).toHaveLength(0);
  expect(scriptsOf(page)).toEqual([[null, '/assets/index-a1b2c3d4.js']]);
});

test('plain links lead through the list to the very last post', async ({ pages, backend, author }) => {
  const published = (await backend.publishMany(author, 45)).toReversed();
  const titles: (string | null)[] = [];
  let path: string | undefined = '/home';
  let count = 0;
  while (path !== undefined) {
    const page: Document = await pages.page(path);
    titles.push(...textsOf(page, '.card-title a'));
    path = page.querySelector('noscript a')?.getAttribute('href') ?? undefined;
    count++;
  }
  expect(titles).toEqual(published.map(({ title }) => title));
  expect(count).toBe(3);
});

test("an invalid cursor redirects to page one; a deleted post's cursor works", async ({ pages, backend, author }) => {
  const posts = await backend.publishMany(author, 3);
  for (const after of ['x', '\0', '"><script>', '../..', 'home']) {
    const response = await pages.get(`/home?after=${encodeURIComponent(after)}`);
    expect([after, response.status, response.headers.get('Location')]).toEqual([after, 308, '/home']);
  }
  expect(textsOf(await pages.page('/home?after='), '.card-title')).toEqual(['3', '2', '1']);
  const gone = posts[1]?._id ?? '';
  await backend.remove(author, gone);
  expect(textsOf(await pages.page(`/home?after=${gone}`), '.card-title')).toEqual(['1']);
  const loud = await pages.get(`/home?after=${gone.toUpperCase()}`);
  expect([loud.status, loud.headers.get('Location')]).toEqual([308, `/home?after=${gone}`]);
});

test('unknown query parameters do not change a page', async ({ pages, backend }) => {
  await backend.publish(await backend.register());
  for (const path of ['/', '/home', '/login']) {
    expect(await (await pages.get(`${path}?utm_source=mail&fbclid=1`)).text()).toBe(
      await (await pages.get(path)).text(),
    );
  }
});

test('an address with another case or a trailing slash redirects to the page', async ({ pages, backend }) => {
  const { _id } = await read(await backend.publish(await backend.register()));
  const other: [string, string][] = [
    ['/home/', '/home'],
    ['/HOME', '/home'],
    ['/home//?after=1', '/home?after=1'],
    ['/Login/?x=1&y=2', '/login?x=1&y=2'],
    ['/myblogs', '/myBlogs'],
    ['/create/', '/create'],
    [`/blog/${_id}/`, `/blog/${_id}`],
    [`/Blog/${_id}`, `/blog/${_id}`],
    ['/blog/%E4%B8%80/', '/blog/%E4%B8%80'],
    ['/blog/%0d%0ax/', '/blog/%0d%0ax'],
    ['/blog/%20x/', '/blog/%20x'],
  ];
  for (const [path, page] of other) {
    const response = await pages.get(path);
    expect([path, response.status, response.headers.get('Location')]).toEqual([path, 308, page]);
  }
});

const emptyForm =
  'Blog HeadingImage URLAdd pictureBlog ContentMarkdown. Put code between a line of ```js and one of ```; Tab indents it, Esc, then Tab leaves.';

test("an author's screens are rendered without any personal data", async ({ pages }) => {
  for (const [path, heading, others] of [
    [pagePaths.create, 'Create New Blog', emptyForm],
    [pagePaths.myBlogs, 'My Blogs', 'Account'],
  ] as const) {
    const page = await pages.page(path);
    const seen = [textOf(page, 'title'), textOf(page, 'main')];
    expect(seen).toEqual([`${heading} · ${product.name}`, heading + others]);
  }
});

test("an author's screen also loads its modules after the first paint", async ({ pages }) => {
  const page = await pages.page(pagePaths.myBlogs);
  const modules = ['index', 'MyBlogs', 'press'].map((name) => `/assets/${name}-a1b2c3d4.js`);
  expect(scriptsOf(page)).toEqual([[null, modules.join(' ')]]);
});

test('a page is the same for all users, and If-None-Match gets 304', async ({ pages, backend, author }) => {
  const { _id } = await read(await backend.publish(author, { content: 'Words. '.repeat(500) }));
  for (const path of ['/', '/home', `/blog/${_id}`, '/login', '/register']) {
    const response = await pages.get(path);
    const etag = response.headers.get('ETag') ?? '';
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    expect(response.headers.get('Cache-Control')).toBe('public, no-cache');
    expect(response.headers.get('Vary')).toBe('Accept-Encoding');
    expect(response.headers.get('Set-Cookie')).toBeNull();
    const known = { ...author.bearer, Cookie: author.cookie, 'User-Agent': 'Another', 'Accept-Language': 'de' };
    const personal = await pages.get(path, known);
    expect(await personal.text()).toBe(await response.text());
    const again = await pages.get(path, { 'If-None-Match': etag });
    expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', etag]);
  }
});

test('a missing page stays 404 with If-None-Match', async ({ pages }) => {
  const etag = (await pages.get('/nowhere')).headers.get('ETag') ?? '';
  expect((await pages.get('/nowhere', { 'If-None-Match': etag })).status).toBe(404);
});

test("every server's next response shows that a post was published or deleted", async ({ pages, backend, author }) => {
  const titles = async () => textsOf(await pages.page('/home'), '.card-title');
  expect(await titles()).toEqual([]);
  expect(textOf(await pages.page('/home'), 'main')).toContain('No blogs available at the moment.');
  const one = await read(await backend.publish(author, { title: 'One' }));
  expect(await titles()).toEqual(['One']);
  await using elsewhere = await backend.another();
  await elsewhere.publish(author, { title: 'Two' });
  expect(await titles()).toEqual(['Two', 'One']);
  await pages.page(`/blog/${one._id}`);
  await elsewhere.remove(author, one._id);
  expect(await titles()).toEqual(['Two']);
  await pages.page(`/blog/${one._id}`, 404);
});

test("a post's page contains the text a single time, and the list does not", async ({ pages, backend, author }) => {
  const content = `${'A long beginning that makes the summary. '.repeat(10)}\n\nunmistakable-words`;
  const { _id } = await read(await backend.publish(author, { content }));
  const post = await (await pages.get(`/blog/${_id}`)).text();
  expect(post.split('unmistakable-words')).toHaveLength(2);
  expect(await (await pages.get('/home')).text()).not.toContain('unmistakable-words');
});

test('HEAD has the headers of GET, and no body', async ({ pages, backend }) => {
  const { _id } = await read(await backend.publish(await backend.register()));
  const others = ['/feed.xml', '/sitemap.xml', '/robots.txt', callPaths.posts];
  const paths = ['/', '/home', `/blog/${_id}`, '/login', '/nowhere', ...others];
  for (const path of paths) {
    const get = await pages.get(path);
    const head = await backend.request(path, { method: 'HEAD' });
    expect([path, head.status, await head.text()]).toEqual([path, get.status, '']);
    const of = ({ headers }: Response) => [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date');
    expect(of(head)).toEqual(of(get));
  }
});

test('the first picture loads at once, the others lazily, each with its size', async ({ pages, backend, author }) => {
  const posts = await backend.publishMany(author, 3);
  const images = (page: Document) =>
    [...page.querySelectorAll('main img')].map((image) =>
      ['loading', 'fetchpriority', 'decoding'].map((name) => image.getAttribute(name)),
    );
  const home = await pages.page('/home');
  const later = ['lazy', 'auto', 'async'];
  expect(images(home)).toEqual([['eager', 'high', 'async'], later, later]);
  expect(images(await pages.page(`/blog/${posts[0]?._id}`))).toEqual([]);
  const pictured = { title: 'Pictured', imgUrl: 'https://images.example/a.png' };
  const { _id } = await (await backend.publish(author, pictured)).json();
  expect(images(await pages.page(`/blog/${_id}`))).toEqual([['eager', 'high', 'async']]);
  for (const image of home.querySelectorAll('img')) {
    expect(Number(image.getAttribute('width')) * Number(image.getAttribute('height'))).toBeGreaterThan(0);
  }
});

test('the well-known URL for password changes redirects to the account page', { on: sqlite }, async ({ backend }) => {
  for (const method of ['GET', 'HEAD']) {
    const response = await backend.request('/.well-known/change-password', { method });
    expect([response.status, response.headers.get('Location')]).toEqual([302, '/account#password']);
  }
});

test('a missing well-known resource gets 404, which password managers test for', { on: sqlite }, async ({ pages }) => {
  const missing = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
  for (const headers of [{}, { Accept: 'text/html' }])
    await expectRefusal(await pages.get(missing, headers), 404, 'path_not_found');
});
