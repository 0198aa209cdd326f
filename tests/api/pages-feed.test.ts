import { parseAtomFeed } from 'feedsmith';
import { expect, test } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { product } from '../../src/contract/product.ts';
import { origin } from './backend.ts';
import { openPages } from './pages-backend.ts';
import { backends } from './stores.ts';

for (const store of backends) {
  test(`${store.name}: the feed has the newest posts with their whole text, for any reader of Atom`, async () => {
    await using pages = await openPages(store);
    const author = await pages.backend.register();
    const posts = (await pages.backend.publishMany(author, 21)).toReversed().slice(0, 20);
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
        content: { value: post.content, type: 'text' },
        summary: { value: post.summary },
        published: post.createdAt,
        updated: post.createdAt,
        authors: [{ name: 'ada@example.com' }],
        links: [{ rel: 'alternate', href: `${origin}/blog/${post._id}` }],
      })),
    );
    expect(feed.entries).toHaveLength(20);
  });

  test(`${store.name}: a feed of no posts is a feed`, async () => {
    await using pages = await openPages(store);
    const feed = parseAtomFeed(await (await pages.get('/feed.xml')).text());
    expect([feed.title?.value, feed.entries ?? []]).toEqual([product.name, []]);
    expect(Number.isNaN(Date.parse(String(feed.updated)))).toBe(false);
  });

  test(`${store.name}: a feed reader that asks again gets 304 until there is something new or something gone`, async () => {
    await using pages = await openPages(store);
    const author = await pages.backend.register();
    const [post] = await pages.backend.publishMany(author, 1);
    const ask = async (tag: string) => {
      const response = await pages.get('/feed.xml', { 'If-None-Match': tag });
      return { status: response.status, tag: response.headers.get('ETag') ?? '' };
    };
    const first = await ask('');
    expect(await ask(first.tag)).toEqual({ status: 304, tag: first.tag });
    await pages.backend.publish(author, { title: 'Newer' });
    const second = await ask(first.tag);
    expect(second.status).toBe(200);
    expect((await ask(second.tag)).status).toBe(304);
    await pages.backend.request(callPaths.post(post?._id ?? ''), { method: 'DELETE', headers: author.bearer });
    expect((await ask(second.tag)).status).toBe(200);
  });
}
