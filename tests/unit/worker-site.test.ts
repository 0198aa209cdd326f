// @vitest-environment node
import { expect, test } from 'vitest';
import { sitePaths } from '../../src/contract/site.ts';
import { json, openOwnBackend, type Reply } from './support/backend.ts';
import { openWorkerScope } from './support/worker-scope.ts';

const site = {
  name: 'Leila $& <b>',
  language: { tag: 'ar', dir: 'rtl' },
  icon: 'tag',
  pages: [{ name: 'imprint', title: 'Imprint', tag: '1' }],
};
const [imprint, logo] = [sitePaths.page({ name: 'imprint', tag: '1' }), sitePaths.logo('tag')];

const shell =
  '<!doctype html><html lang="en"><head><title>Storyline</title></head><body><script src="/assets/index.js"></script>';

async function open(reply: (path: string) => Reply | undefined) {
  await using opened = new AsyncDisposableStack();
  const backend = opened.use(
    await openOwnBackend(({ path }) => {
      const own = reply(path);
      if (own) return own;
      if (path === '/index.html') return { headers: { 'Content-Type': 'text/html' }, body: shell };
      if (path === '/assets/index.js') return { headers: { 'Content-Type': 'text/javascript' }, body: '' };
      return json({ path });
    }),
  );
  const files = ['/index.html', '/assets/index.js', '/manifest.webmanifest'];
  const scope = opened.use(
    openWorkerScope(
      backend.origin,
      files.map((url) => ({ url, revision: '' })),
    ),
  );
  await import('../../src/worker/index.ts');
  const held = opened.move();
  return {
    backend,
    scope,
    pageOf: async (path: string) => {
      const request = new Request(backend.origin + path);
      Object.defineProperty(request, 'mode', { value: 'navigate' });
      const { response, settled } = scope.dispatch(request);
      const html = await (await response)?.text();
      await settled();
      return html;
    },
    opens: () => scope.post({ type: 'opened' }).settled(),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

test('the next page applies new site settings whose files are on the device', async () => {
  let answer: object = {};
  await using world = await open((path) => (path === '/site.json' ? json(answer) : undefined));
  expect(await world.pageOf('/login')).toBe(shell);
  await world.opens();
  expect(await world.pageOf('/login')).toBe(shell);
  answer = site;
  await world.opens();
  expect(world.scope.caches.urlsIn('site').toSorted()).toEqual(
    [imprint, logo, '/site.json'].map((path) => world.backend.origin + path).toSorted(),
  );
  const told = () => world.scope.told.filter(({ type }) => type === 'site');
  expect(told()).toEqual([{ type: 'site', settings: site }]);
  await world.opens();
  expect(told()).toHaveLength(1);
  const html = (await world.pageOf('/login')) ?? '';
  expect(html).toContain('<html lang="ar" dir="rtl"><head><title>Leila $&amp; &lt;b&gt;</title>');
  expect(JSON.parse(/id="site">([^<]*)</.exec(html)?.[1] ?? '')).toEqual(site);
  answer = { name: 'Other' };
  await world.opens();
  expect(world.scope.caches.urlsIn('site')).toEqual([`${world.backend.origin}/site.json`]);
  expect(await world.pageOf('/login')).toContain('<html lang="en"><head><title>Other</title>');
});

test.each<[string, Reply]>([
  ['a captive portal', { headers: { 'Content-Type': 'text/html' }, body: '{"name":"Portal"}' }],
  ['a server that fails', { status: 503, headers: { 'Content-Type': 'application/json' }, body: '{"name":"Failure"}' }],
  ['words that are no JSON', { headers: { 'Content-Type': 'application/json' }, body: '{' }],
])('settings stay as they are if %s answers', async (_, other) => {
  let answer: Reply = json(site);
  await using world = await open((path) => (path === '/site.json' ? answer : undefined));
  await world.opens();
  answer = other;
  await world.opens();
  expect(await world.pageOf('/login')).toContain('Leila');
});

test('settings whose files cannot be loaded are not applied', async () => {
  let answer: object = { name: 'Before' };
  await using world = await open((path) => {
    if (path === '/site.json') return json(answer);
    return path === imprint ? { status: 404, headers: {}, body: '' } : undefined;
  });
  await world.opens();
  answer = site;
  await world.opens();
  expect(await world.pageOf('/login')).toContain('<title>Before</title>');
});

test('offline, the old address of a site page serves its latest text', async () => {
  let answer: object = { pages: [{ name: 'imprint', title: 'Imprint', tag: '1' }] };
  let isAway = false;
  await using world = await open((path) => {
    if (isAway) return 'drop';
    return path === '/site.json' ? json(answer) : undefined;
  });
  await world.opens();
  answer = { pages: [{ name: 'imprint', title: 'Imprint', tag: '2' }] };
  await world.opens();
  isAway = true;
  const asked = world.scope.dispatch(new Request(world.backend.origin + imprint));
  expect(await (await asked.response)?.json()).toEqual({ path: sitePaths.page({ name: 'imprint', tag: '2' }) });
});

test("offline, the build's manifest is served only if no name is set", async () => {
  let answer: object = {};
  let isAway = false;
  await using world = await open((path) => {
    if (isAway) return 'drop';
    return path === '/site.json' ? json(answer) : undefined;
  });
  const manifest = async () => {
    const asked = world.scope.dispatch(new Request(`${world.backend.origin}/manifest.webmanifest`));
    return (await asked.response)?.status;
  };
  await world.opens();
  isAway = true;
  expect(await manifest()).toBe(200);
  isAway = false;
  answer = { name: 'Leila' };
  await world.opens();
  isAway = true;
  await expect(manifest()).rejects.toThrow();
});
