import { expect, inject, it } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { openBackend } from '../../src/server/open-backend.ts';
import { createLog } from '../../src/server/process/log.ts';
import { expectRefusal } from './support/backend.ts';
import { createClientBuild } from './support/client-folder.ts';
import { parse, textOf } from './support/pages-backend.ts';
import { createPostgresDatabase } from './support/postgres.ts';
import { sqlite, stores } from './support/stores.ts';
import { testPagesOn } from './support/test-on.ts';

const test = testPagesOn(sqlite);

const person = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

test('a form sent before the app runs gets a page that says so and links back', async ({ backend }) => {
  for (const path of ['/login', '/register']) {
    const headers = { ...person, 'Content-Type': 'application/x-www-form-urlencoded' };
    const body = 'email=ada%40example.com&password=correct+horse';
    const response = await backend.request(path, { method: 'POST', headers, body });
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('Content-Security-Policy')).toMatch(/style-src 'self' 'sha256-/);
    const html = await response.text();
    expect(html).not.toContain('horse');
    expect(textOf(parse(html), 'h1')).toBe('A moment too early');
    expect(parse(html).querySelector('a')?.getAttribute('href')).toBe(path);
  }
});

test('no path makes the server link or redirect to another host', async ({ pages, backend }) => {
  const paths = [
    '//evil.example/login',
    '/%5cevil.example/login',
    '/%09/evil.example/',
    '/.//evil.example',
    '///evil.example',
  ];
  for (const path of paths) {
    const url = `http://blog.example${path}`;
    const refused = await backend.request(url, { method: 'POST', headers: person });
    const link =
      parse(await refused.text())
        .querySelector('a')
        ?.getAttribute('href') ?? '';
    expect([refused.status, path, new URL(link, 'http://blog.example').host]).toEqual([405, path, 'blog.example']);
    const { status, headers } = await pages.get(url, person);
    expect([path, status, headers.get('Location')]).toEqual([path, 404, null]);
  }
  const { status, headers } = await pages.get('http://blog.example//home', person);
  expect([status, headers.get('Location')]).toEqual([308, '/home']);
});

test('a 500 is a page in a browser, and a problem document otherwise', { on: stores }, async ({ pages, backend }) => {
  await backend.db.schema.alterTable('posts').renameTo('no_posts').execute();
  const page = await pages.get('/home', person);
  expect([page.status, page.headers.get('Content-Type')]).toEqual([500, 'text/html; charset=utf-8']);
  expect(await page.text()).not.toMatch(/sqlite|posts|\.ts/i);
  await expectRefusal(await pages.get('/home'), 500, 'internal');
  await expectRefusal(await pages.get(callPaths.posts, person), 500, 'internal');
});

it('PostgreSQL: while the database is down, readers get a page with Retry-After', {
  tags: ['postgresql'],
}, async () => {
  await using database = await createPostgresDatabase(inject('postgres'));
  await using client = await createClientBuild();
  const config = { dataDir: '', databaseUrl: database.url, samplePosts: false, clientDir: client.clientDir };
  await using backend = await openBackend(config, createLog('silent'));
  await database.goAway();
  const page = await backend.app.request('/home', { headers: person });
  expect([page.status, page.headers.get('Content-Type')]).toEqual([503, 'text/html; charset=utf-8']);
  expect(Number(page.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(page.headers.get('Cache-Control')).toBe('no-store');
  expect(textOf(parse(await page.text()), 'h1')).toBe('Back in a moment');
});
