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

/** Starts a worker whose backend has these site settings. A test may change all answers of the backend. */
async function open(settings: object) {
  await using opened = new AsyncDisposableStack();
  const network = { isAway: false };
  const answers: Record<string, Reply> = {
    '/site.json': json(settings),
    '/index.html': { headers: { 'Content-Type': 'text/html' }, body: shell },
    '/assets/index.js': { headers: { 'Content-Type': 'text/javascript' }, body: '' },
  };
  const backend = opened.use(
    await openOwnBackend(({ path }) => (network.isAway ? 'drop' : (answers[path] ?? json({ path })))),
  );
  const files = ['/index.html', '/assets/index.js', '/manifest.webmanifest'];
  const listed = files.map((url) => ({ url, revision: '' }));
  const scope = opened.use(openWorkerScope(backend.origin, listed));
  await import('../../src/worker/index.ts');
  const held = opened.move();
  return {
    backend,
    scope,
    network,
    answers,
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

test('the next page shows new site settings after the worker has cached their files', async () => {
  await using world = await open({});
  expect(await world.pageOf('/login')).toBe(shell);
  await world.opens();
  expect(await world.pageOf('/login')).toBe(shell);
  world.answers['/site.json'] = json(site);
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
  world.answers['/site.json'] = json({ name: 'Other' });
  await world.opens();
  expect(world.scope.caches.urlsIn('site')).toEqual([`${world.backend.origin}/site.json`]);
  expect(await world.pageOf('/login')).toContain('<html lang="en"><head><title>Other</title>');
});

test.each<[string, Reply]>([
  ['a captive portal', { headers: { 'Content-Type': 'text/html' }, body: '{"name":"Portal"}' }],
  ['a server that fails', { status: 503, headers: { 'Content-Type': 'application/json' }, body: '{"name":"Failure"}' }],
  ['a server with invalid JSON', { headers: { 'Content-Type': 'application/json' }, body: '{' }],
])('site settings stay unchanged if %s answers /site.json', async (_, other) => {
  await using world = await open(site);
  await world.opens();
  world.answers['/site.json'] = other;
  await world.opens();
  expect(await world.pageOf('/login')).toContain('Leila');
});

test('new site settings are not applied if one of their pages answers 404', async () => {
  await using world = await open({ name: 'Before' });
  world.answers[imprint] = { status: 404 };
  await world.opens();
  world.answers['/site.json'] = json(site);
  await world.opens();
  expect(await world.pageOf('/login')).toContain('<title>Before</title>');
});

test("offline, the worker answers a site page's old URL with the latest version", async () => {
  await using world = await open({ pages: [{ name: 'imprint', title: 'Imprint', tag: '1' }] });
  await world.opens();
  world.answers['/site.json'] = json({ pages: [{ name: 'imprint', title: 'Imprint', tag: '2' }] });
  await world.opens();
  world.network.isAway = true;
  const asked = world.scope.dispatch(new Request(world.backend.origin + imprint));
  expect(await (await asked.response)?.json()).toEqual({ path: sitePaths.page({ name: 'imprint', tag: '2' }) });
});

test("offline, the worker serves the build's manifest only if the site sets no name", async () => {
  await using world = await open({});
  const manifest = async () => {
    const asked = world.scope.dispatch(new Request(`${world.backend.origin}/manifest.webmanifest`));
    return (await asked.response)?.status;
  };
  await world.opens();
  world.network.isAway = true;
  expect(await manifest()).toBe(200);
  world.network.isAway = false;
  world.answers['/site.json'] = json({ name: 'Leila' });
  await world.opens();
  world.network.isAway = true;
  await expect(manifest()).rejects.toThrow();
});
