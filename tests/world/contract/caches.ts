import type { ContractCases, Environment } from './environment.ts';
import { equal, rejectionOf, thrownBy } from './expect.ts';

/** Opens an empty cache, and returns it with helpers that fill and read it. */
async function openCache({ context, name }: Environment) {
  const cache = await context.caches.open(name);
  const put = (url: string, body = url) => cache.put(url, new context.Response(body));
  const textAt = async (url: string, options?: CacheQueryOptions) => (await cache.match(url, options))?.text();
  const paths = async () => (await cache.keys()).map(({ url }) => new URL(url).pathname + new URL(url).search);
  return { cache, put, textAt, paths };
}

export const cacheCases: ContractCases = {
  'match finds an entry by its URL, and ignores the fragment': async (env) => {
    const { put, textAt } = await openCache(env);
    await put('/a');
    equal(await textAt('/a#part'), '/a');
    equal(await textAt('/a/'), undefined);
    equal(await textAt(new URL('/a', new env.context.Request('/').url).href), '/a');
  },
  'match compares the query, unless ignoreSearch is set': async (env) => {
    const { cache, put, textAt } = await openCache(env);
    await put('/a?width=1');
    await put('/a?width=2');
    equal(await textAt('/a?width=2'), '/a?width=2');
    equal(await textAt('/a'), undefined);
    equal(await textAt('/a', { ignoreSearch: true }), '/a?width=1');
    equal(await cache.delete('/a', { ignoreSearch: true }), true);
    equal(await cache.keys(), []);
  },
  'match compares the headers that Vary names, unless ignoreVary is set': async ({ context, name }) => {
    const cache = await context.caches.open(name);
    const request = new context.Request('/vary', { headers: { 'X-Own': 'Ada' } });
    await cache.put(request, await context.fetch(request));
    equal(await (await cache.match(request))?.text(), 'for Ada');
    equal(await cache.match('/vary'), undefined);
    equal(await (await cache.match('/vary', { ignoreVary: true }))?.text(), 'for Ada');
    equal(await cache.delete('/vary'), false);
    equal(await cache.delete('/vary', { ignoreVary: true }), true);
  },
  'keys lists requests in the order in which they were put': async (env) => {
    const { cache, put, textAt, paths } = await openCache(env);
    for (const path of ['/b', '/a', '/c']) await put(path);
    equal(await paths(), ['/b', '/a', '/c']);
    await put('/b', 'newer');
    equal(await textAt('/b'), 'newer');
    // WebKit keeps a replaced entry at its position. Chromium, Firefox and the world put it last, as the standard says.
    const left = await paths();
    equal(left, left[0] === '/b' ? ['/b', '/a', '/c'] : ['/a', '/c', '/b']);
    await cache.delete('/b');
    await put('/b');
    equal(await paths(), ['/a', '/c', '/b']);
  },
  'put rejects and keeps the earlier entry if the body is cut off': async (env) => {
    const { cache, put, textAt, paths } = await openCache(env);
    await put('/text', 'earlier');
    const cut = () =>
      env.withFault('the answer is cut', async () => cache.put('/text', await env.context.fetch('/text')));
    equal((await rejectionOf(cut())) === 'nothing', false);
    equal(await textAt('/text'), 'earlier');
    const isNew = () =>
      env.withFault('the answer is cut', async () => cache.put('/new', await env.context.fetch('/text')));
    equal((await rejectionOf(isNew())) === 'nothing', false);
    equal(await paths(), ['/text']);
  },
  'put consumes the body, and rejects a body that is used or locked': async ({ context, name }) => {
    const cache = await context.caches.open(name);
    const response = new context.Response('read');
    await response.text();
    equal(await rejectionOf(cache.put('/a', response)), 'TypeError');
    const locked = new context.Response('locked');
    locked.body?.getReader();
    equal(await rejectionOf(cache.put('/a', locked)), 'TypeError');
    const given = new context.Response('given');
    await cache.put('/a', given);
    equal(given.bodyUsed, true);
    const clone = new context.Response('cloned');
    await cache.put('/b', clone.clone());
    equal(await clone.text(), 'cloned');
  },
  'each match returns a response with its own body': async (env) => {
    const { cache, put } = await openCache(env);
    await put('/a');
    const [one, two] = await Promise.all([cache.match('/a'), cache.match('/a')]);
    equal(await one?.text(), '/a');
    equal(await two?.clone().text(), '/a');
    equal(await two?.text(), '/a');
  },
  'a cached response has the URL of its fetch; a constructed response has no URL': async ({ context, name }) => {
    const cache = await context.caches.open(name);
    await cache.put('/fetched', await context.fetch('/text'));
    await cache.put('/made', new context.Response('made', { status: 201, headers: { 'X-Own': 'yes' } }));
    const fetched = await cache.match('/fetched');
    equal(new URL(fetched?.url ?? '').pathname, '/text');
    equal([fetched?.type, fetched?.redirected, fetched?.status], ['basic', false, 200]);
    const made = await cache.match('/made');
    equal([made?.url, made?.type, made?.status], ['', 'default', 201]);
    equal(made?.headers.get('X-Own'), 'yes');
  },
  'a redirected response stays redirected in the cache': async ({ context, name, withFault }) => {
    const cache = await context.caches.open(name);
    await cache.put('/a', await withFault('a gateway redirects', () => context.fetch('/text')));
    const { url = '', redirected } = (await cache.match('/a')) ?? {};
    equal([new URL(url).pathname, redirected], ['/login', true]);
  },
  'put stores an opaque response, which stays opaque': async ({ context, name, otherOrigin }) => {
    const cache = await context.caches.open(name);
    await cache.put('/a', await context.fetch(`${otherOrigin}/text`, { mode: 'no-cors' }));
    const opaque = await cache.match('/a');
    equal([opaque?.type, opaque?.status, opaque?.ok, opaque?.url], ['opaque', 0, false, '']);
    equal(await opaque?.text(), '');
  },
  'put rejects a partial response, and every request except GET': async ({ context, name }) => {
    const cache = await context.caches.open(name);
    equal(await rejectionOf(cache.put('/part', await context.fetch('/part'))), 'TypeError');
    const post = new context.Request('/a', { method: 'POST' });
    equal(await rejectionOf(cache.put(post, new context.Response('a'))), 'TypeError');
    equal((await cache.keys()).length, 0);
  },
  'changing the headers of a found response does not change the entry': async ({ context, name }) => {
    const cache = await context.caches.open(name);
    await cache.put('/a', await context.fetch('/text'));
    const found = await cache.match('/a');
    // WebKit throws, as the standard requires. Chromium and Firefox change only `found`.
    thrownBy(() => found?.headers.set('X-Own', 'changed'));
    equal((await cache.match('/a'))?.headers.get('X-Own'), null);
  },
  'delete resolves with whether the entry or the cache existed': async (env) => {
    const { cache, put } = await openCache(env);
    await put('/a');
    equal(await cache.delete('/a'), true);
    equal(await cache.delete('/a'), false);
    equal(await env.context.caches.delete(env.name), true);
    equal(await env.context.caches.delete(env.name), false);
  },
  'a deleted cache is not listed, but a page that has opened it can still use it': async (env) => {
    const { context, name } = env;
    const { put, textAt } = await openCache(env);
    await put('/a');
    const isListed = async () => (await context.caches.keys()).includes(name);
    await context.caches.delete(name);
    equal(await isListed(), false);
    equal(await textAt('/a'), '/a');
    await put('/b');
    equal(await textAt('/b'), '/b');
    equal(await isListed(), false);
    equal(await (await context.caches.open(name)).keys(), []);
  },
  'keys lists the caches in the order in which they were first opened': async ({ context: { caches }, name }) => {
    for (const last of ['b', 'a', 'b']) await caches.open(name + last);
    const own = (await caches.keys()).filter((each) => each.startsWith(name));
    equal(own, [`${name}b`, `${name}a`]);
  },
  'a page finds the entry that another page stored before it was killed': async (env) => {
    const other = await env.open();
    await (await other.caches.open(env.name)).put('/a', new other.Response('stored'));
    const { textAt } = await openCache(env);
    equal(await textAt('/a'), 'stored');
    env.kill(other);
    equal(await textAt('/a'), 'stored');
  },
};
