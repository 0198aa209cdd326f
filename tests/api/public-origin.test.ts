import { parseAtomFeed } from 'feedsmith';
import { expect, it } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { readAddresses } from '../../src/server/http/ip-addresses.ts';
import { expectRefusal, origin } from './support/backend.ts';
import { askThrough } from './support/balanced-servers.ts';
import { metaOf, type Pages, parse, structuredDataOf } from './support/pages-backend.ts';
import { serveHere } from './support/serve-here.ts';
import { backends, sqlite } from './support/stores.ts';
import { testPagesOn } from './support/test-on.ts';

const test = testPagesOn(sqlite);

const canonicalOf = (page: Document) => page.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? undefined;

/** Returns the origins that a post's page, the feed, robots.txt and the sitemap name if requested under this host. */
async function originsNamed({ get, page }: Pages, host: string, id: string): Promise<Set<string>> {
  const post = await page(`${host}/blog/${id}`);
  const texts = await Promise.all(
    ['/feed.xml', '/robots.txt', '/sitemap.xml'].map(async (path) => (await get(host + path)).text()),
  );
  const named = [canonicalOf(post), metaOf(post, 'og:url'), structuredDataOf(post).url, structuredDataOf(post).image];
  const addresses = [...named.map(String), ...(texts.join().match(/https?:\/\/[^<"\s]+/g) ?? [])];
  const origins = addresses.flatMap((address) => URL.parse(address)?.origin ?? []);
  return new Set(origins.filter((one) => !/w3\.org|sitemaps\.org/.test(one)));
}

test('pages name PUBLIC_ORIGIN, whatever the Host header says', {
  on: backends,
  extras: { publicOrigin: 'https://blog.example' },
}, async ({ pages, post }) => {
  for (const host of ['http://evil.example', origin, 'https://blog.example']) {
    expect(await originsNamed(pages, host, post._id)).toEqual(new Set(['https://blog.example']));
  }
});

test('without PUBLIC_ORIGIN, pages work for an unknown host but do not name it', async ({ pages, post }) => {
  const id = post._id;
  expect(await originsNamed(pages, origin, id)).toEqual(new Set([origin]));
  const hosts = ['http://evil.example', 'http://192.0.2.1', 'http://a.localhost:3000'];
  for (const host of hosts) {
    expect(await originsNamed(pages, host, id)).toEqual(new Set());
    expect((await pages.page(`${host}/home`)).querySelectorAll('.card')).toHaveLength(1);
    await expectRefusal(await pages.get(`${host}/sitemap.xml`), 421, 'unknown_host');
  }
  const feeds = await Promise.all(hosts.map(async (host) => (await pages.get(`${host}/feed.xml`)).text()));
  expect(new Set(feeds).size).toBe(1);
  const feed = parseAtomFeed(feeds[0] ?? '');
  expect(feed.id).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
  expect(feed.entries?.[0]?.links).toMatchObject([{ rel: 'alternate', href: `/blog/${id}` }]);
});

test('without PUBLIC_ORIGIN, the feed keeps its id when older posts are added', async ({ pages, backend, author }) => {
  await backend.publishMany(author, 1);
  const read = async () => parseAtomFeed(await (await pages.get('http://evil.example/feed.xml')).text());
  const before = await read();
  const later = await backend.register('bob@example.com');
  const text = { title: 'Old', summary: '', img_url: '', content: '' };
  const old = { ...text, id: '00000000-0000-7000-8000-000000000000', created_at: new Date(0).toISOString() };
  const row = { ...old, author_id: later.userId };
  await backend.db.insertInto('posts').values(row).execute();
  const after = await read();
  expect([after.entries?.length, after.id]).toEqual([2, before.id]);
});

test('requests with made-up Host headers share one cached page, which names no host', async ({ pages }) => {
  const bodies = new Set<string>();
  for (let number = 0; number < 20; number++)
    bodies.add(await (await pages.get(`http://n${number}.example/login`)).text());
  expect(bodies.size).toBe(1);
  expect(canonicalOf(parse([...bodies][0] ?? ''))).toBeUndefined();
});

test('pages name the requested host and X-Forwarded-Proto only behind a trusted proxy', {
  extras: { trustProxy: readAddresses('10.0.0.1') },
}, async ({ backend }) => {
  const ask = async (peer: string) => {
    const headers = { 'X-Forwarded-Proto': 'https' };
    return parse(await (await backend.request('http://blog.example/login', { headers }, peer)).text());
  };
  expect(canonicalOf(await ask('10.0.0.1'))).toBe('https://blog.example/login');
  expect(canonicalOf(await ask('198.51.100.1'))).toBeUndefined();
});

it('a server recognises its own address and port, and no other host', async () => {
  await using server = await serveHere();
  const { origin, port } = server;
  const canonicalAt = async (host: string) =>
    canonicalOf(parse(await (await askThrough(origin, `http://${host}/login`, {})).text()));
  expect(await canonicalAt(`127.0.0.1:${port}`)).toBe(`http://127.0.0.1:${port}/login`);
  expect(await canonicalAt(`localhost:${port}`)).toBe(`http://localhost:${port}/login`);
  for (const host of ['localhost', 'localhost:1', `127.0.0.2:${port}`, `[::1]:${port}`, `evil.example:${port}`]) {
    expect([host, await canonicalAt(host)]).toEqual([host, undefined]);
  }
});

test('the session cookie works at PUBLIC_ORIGIN if the proxy does not report https', {
  extras: { publicOrigin: 'https://blog.example' },
}, async ({ backend, author }) => {
  const publish = (from: string) => {
    const headers = { Cookie: author.cookie, Origin: from };
    const url = `http://blog.example${callPaths.posts}`;
    return backend.send('POST', url, { title: 'A title', imgUrl: '', content: '' }, headers);
  };
  expect((await publish('https://blog.example')).status).toBe(201);
  await expectRefusal(await publish('https://evil.example'), 403, 'wrong_origin');
  await expectRefusal(await publish('null'), 403, 'wrong_origin');
});
