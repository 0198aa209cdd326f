import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { inlineScriptsOf, pageDirectives, serializePolicy } from '../../src/server/http/content-security-policy.ts';
import { publish, registerAuthor } from './support/authors.ts';
import { openForeignSite, openOwnSite, sites } from './support/site.ts';

const clients = () => [inject('ownClient'), ...inject('foreign').map(({ client }) => client)];

test('a built client has no hidden files, JSON files or source maps', () => {
  for (const client of clients()) {
    const names = readdirSync(client, { recursive: true, encoding: 'utf8' });
    expect(names.filter((name) => basename(name).startsWith('.'))).toEqual([]);
    expect(names.filter((name) => name.endsWith('.json') || name.endsWith('.map'))).toEqual([]);
  }
});

test('the script of a web worker imports no other script of the app', () => {
  const threads = ['compare', 'highlight-thread', 'image-thread', 'markdown', 'search-thread'];
  for (const client of clients()) {
    const files = readdirSync(join(client, 'assets')).filter((name) => name.endsWith('.js'));
    const found = files.filter((name) => threads.some((thread) => name.startsWith(`${thread}-`)));
    expect(found).toHaveLength(threads.length);
    for (const file of found) {
      const code = readFileSync(join(client, 'assets', file), 'utf8');
      const imports = [...code.matchAll(/\b(?:from|import)\s*"\.\/([^"]+)"/g)].map(([, name]) => name);
      expect({ file, imports: imports.filter((name) => !name?.startsWith('rolldown-runtime-')) }).toEqual({
        file,
        imports: [],
      });
    }
  }
});

test.for(sites)("the host does not serve Vite's manifest of chunks ($backend backend)", async ({ open }) => {
  await using site = await open();
  for (const path of ['/.vite/manifest.json', '/client.manifest.json', '/../client.manifest.json']) {
    expect([path, (await fetch(site.origin + path)).status]).toEqual([path, 404]);
  }
});

test("every server-rendered page contains its styles, and links its screen's script", async () => {
  await using site = await openOwnSite();
  const ada = await registerAuthor(site);
  const id = await publish(site, ada, { title: 'A post', content: 'Its words.' });
  const files = {
    '/': 'Landing',
    '/login': 'sign-in',
    '/register': 'Register',
    '/create': 'editor',
    '/myBlogs': 'MyBlogs',
    '/account': 'account',
    '/recover': 'recover',
    '/topic/code': 'lists',
    [`/author/${ada.userId}`]: 'lists',
    '/page/imprint': 'lists',
    [`/blog/${id}`]: 'post',
    [`/blog/${id}/edit`]: 'Edit',
    [`/blog/${id}/versions`]: 'versions',
    '/nowhere': 'index',
  };
  for (const [path, file] of Object.entries(files)) {
    const page = await (await fetch(site.origin + path, { headers: { Accept: 'text/html' } })).text();
    expect(page).toMatch(/<style>.*--paper:.*<\/style>/s);
    expect(page).toMatch(new RegExp(`/assets/${file}-[\\w-]+\\.js`));
    expect(page).not.toMatch(/(?:data-modules|href)="[^"]*\/assets\/(?!index-|Landing-)[^"]*\.css/);
  }
});

test('index.html for a foreign backend has its security policy before the title', async () => {
  await using site = await openForeignSite();
  const page = await (await fetch(site.origin)).text();
  const [head = ''] = page.split('<title>');
  const [, policy] = /<meta http-equiv="Content-Security-Policy" content="([^"]+)" \/>\s*$/.exec(head) ?? [];
  expect(policy).toBe(serializePolicy(pageDirectives(site.api, { scripts: inlineScriptsOf(page) })));
  expect(policy).toMatch(/script-src 'self' 'sha256-[^' ]+';/);
  expect(policy).toContain(`connect-src 'self' ${site.api};`);
  expect(policy).not.toContain('frame-ancestors');
});

test('index.html for our own backend contains no security policy', () => {
  const page = readFileSync(join(inject('ownClient'), 'index.html'), 'utf8');
  expect(page).not.toContain('http-equiv');
});
