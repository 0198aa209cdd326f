import { parseAtomFeed } from 'feedsmith';
import { expect } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { product } from '../../src/contract/product.ts';
import { authorOf, origin, read } from './support/backend.ts';
import { parse, structuredDataOf, textsOf } from './support/pages-backend.ts';
import { backends } from './support/stores.ts';
import { testPagesOn } from './support/test-on.ts';

const test = testPagesOn(backends);

test('the feed has the newest posts with their whole text, as valid Atom', async ({ pages, backend, author }) => {
  const posts = (await backend.publishMany(author, 21)).toReversed().slice(0, 20);
  const response = await pages.get('/feed.xml');
  expect(response.headers.get('Content-Type')).toBe('application/atom+xml; charset=utf-8');
  const feed = parseAtomFeed(await response.text());
  expect(feed).toMatchObject({
    id: `${origin}/feed.xml`,
    title: { value: product.name },
    updated: posts[0]?.createdAt,
    links: [
      { rel: 'self', href: `${origin}/feed.xml`, type: 'application/atom+xml' },
      { rel: 'alternate', href: `${origin}/home`, type: 'text/html' },
    ],
  });
  expect(feed.entries).toMatchObject(
    posts.map((post) => ({
      id: `urn:uuid:${post._id}`,
      title: { value: post.title },
      content: { value: `<p dir="auto">${post.content}</p>`, type: 'html' },
      summary: { value: post.summary },
      published: post.createdAt,
      updated: post.createdAt,
      authors: [{ name: 'Ada' }],
      links: [{ rel: 'alternate', href: `${origin}/blog/${post._id}` }],
    })),
  );
  expect(feed.entries).toHaveLength(20);
});

test('a feed has posts as pages show them, with absolute URLs and no buttons', async ({ pages, backend, author }) => {
  const picture = `/images/${'a'.repeat(64)}-1x1.webp`;
  await backend.publish(author, {
    content: `# A\n\n*b* [c](/blog/1) ![d](${picture})\n\n\`\`\`js\nlet e\n\`\`\``,
  });
  const [entry] = parseAtomFeed(await (await pages.get('/feed.xml')).text()).entries ?? [];
  const content = parse(entry?.content?.value ?? '');
  expect(entry?.summary?.value).toBe('b c d');
  expect(textsOf(content, 'h2, em, a, pre code')).toEqual(['A', 'b', 'c', 'let e\n']);
  expect(content.querySelector('a')?.getAttribute('href')).toBe(`${origin}/blog/1`);
  expect(content.querySelector('img')?.getAttribute('src')).toBe(`${origin}${picture}`);
  expect(content.querySelectorAll('button, [tabindex], [id]')).toHaveLength(0);
});

test('a feed without posts is valid', async ({ pages }) => {
  const feed = parseAtomFeed(await (await pages.get('/feed.xml')).text());
  expect([feed.title?.value, feed.entries ?? []]).toEqual([product.name, []]);
  expect(Number.isNaN(Date.parse(String(feed.updated)))).toBe(false);
});

test('a feed reader gets 304 until a post is published or deleted', async ({ pages, backend, author, post }) => {
  const ask = async (tag: string) => {
    const response = await pages.get('/feed.xml', { 'If-None-Match': tag });
    return { status: response.status, tag: response.headers.get('ETag') ?? '' };
  };
  const first = await ask('');
  expect(await ask(first.tag)).toEqual({ status: 304, tag: first.tag });
  await backend.publish(author, { title: 'Newer' });
  const second = await ask(first.tag);
  expect(second.status).toBe(200);
  expect((await ask(second.tag)).status).toBe(304);
  await backend.remove(author, post._id);
  expect((await ask(second.tag)).status).toBe(200);
});

test("feeds and page heads leave out email addresses in authors' names", async ({ pages, backend }) => {
  for (const [name, email, shown] of [
    ['Ada', 'ada@example.com', 'Ada'],
    ['Bob@Example.com', 'bob@example.com', 'Bob'],
    ['grace.hopper@navy.example', 'cyd@example.com', 'grace.hopper'],
    ['Dot (dot@example.com, or dot+work@a.b@c.example)', 'dot@example.com', 'Dot (dot, or dot+work)'],
    ['Eve <eve@mail.example>', 'eve@example.com', 'Eve <eve>'],
    ['@fay at work @home', 'fay@example.com', '@fay at work @home'],
  ] as const) {
    const body = { name, email, password: 'correct horse' };
    const author = await authorOf(await backend.send('POST', callPaths.register, body), email);
    const { _id } = await read(await backend.publish(author));
    const feed = parseAtomFeed(await (await pages.get('/feed.xml')).text());
    const data = structuredDataOf(await pages.page(`/blog/${_id}`));
    expect([feed.entries?.[0]?.authors?.[0]?.name, data.author]).toMatchObject([shown, { name: shown }]);
    const head = (await pages.page(`/blog/${_id}`)).head.innerHTML;
    for (const text of [JSON.stringify(feed), head]) expect(text).not.toMatch(/[a-z]@|@[a-z]+\.example/i);
  }
});
