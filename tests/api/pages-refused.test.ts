import { expect, inject, test } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { openBackend } from '../../src/server/backend.ts';
import { createLog } from '../../src/server/log.ts';
import { expectRefusal } from './backend.ts';
import { openClientFolder } from './client-folder.ts';
import { openPages, parse, textOf } from './pages-backend.ts';
import { createPostgresDatabase } from './postgres.ts';
import { sqlite, stores } from './stores.ts';

const person = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

test('a form sent before the app runs ends on a page that says so, and leads back', async () => {
  await using pages = await openPages(sqlite);
  for (const path of ['/login', '/register']) {
    const headers = { ...person, 'Content-Type': 'application/x-www-form-urlencoded' };
    const body = 'email=ada%40example.com&password=correct+horse';
    const response = await pages.backend.request(path, { method: 'POST', headers, body });
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('Content-Security-Policy')).toMatch(/style-src 'self' 'sha256-/);
    const html = await response.text();
    expect(html).not.toContain('horse');
    expect(textOf(parse(html), 'h1')).toBe('A moment too early');
    expect(parse(html).querySelector('a')?.getAttribute('href')).toBe(path);
  }
});

for (const store of stores) {
  test(`${store.name}: while the server can't answer, a person gets a page, and a program a problem document`, async () => {
    await using pages = await openPages(store);
    await pages.backend.inDatabase((db) => db.schema.dropTable('posts').execute());
    const page = await pages.get('/home', person);
    expect([page.status, page.headers.get('Content-Type')]).toEqual([500, 'text/html; charset=utf-8']);
    expect(await page.text()).not.toMatch(/sqlite|posts|\.ts/i);
    await expectRefusal(await pages.get('/home'), 500, 'internal');
    await expectRefusal(await pages.get(callPaths.posts, person), 500, 'internal');
  });
}

test('PostgreSQL: while the database is away, whoever comes to read is told so, and when to come back', async () => {
  await using database = await createPostgresDatabase(inject('postgres'));
  await using client = await openClientFolder();
  const config = { dataDir: '', databaseUrl: database.url, samplePosts: false, clientDir: client.clientDir };
  await using backend = await openBackend(config, createLog('silent'));
  await database.goAway();
  const page = await backend.app.request('/home', { headers: person });
  expect([page.status, page.headers.get('Content-Type')]).toEqual([503, 'text/html; charset=utf-8']);
  expect(Number(page.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(page.headers.get('Cache-Control')).toBe('no-store');
  expect(textOf(parse(await page.text()), 'h1')).toBe('Back in a moment');
});
