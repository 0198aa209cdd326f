import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { assetName, hashLength, importMapIn } from '../../src/contract/asset-names.ts';
import { pageDirectives, serializePolicy } from '../../src/server/http/content-security-policy.ts';
import { publish, registerAuthor } from './support/authors.ts';
import { openForeignSite, openOwnSite, sites } from './support/site.ts';

const clients = () => [inject('ownClient'), ...inject('foreign').map(({ client }) => client)];

test('A built client holds nothing but what browsers are meant to fetch', () => {
  for (const client of clients()) {
    const names = readdirSync(client, { recursive: true, encoding: 'utf8' });
    expect(names.filter((name) => basename(name).startsWith('.'))).toEqual([]);
    expect(names.filter((name) => name.endsWith('.json') || name.endsWith('.map'))).toEqual([]);
  }
});

test.for(sites)('Nobody can fetch the manifest of the build, $backend backend', async ({ open }) => {
  await using site = await open();
  for (const path of ['/.vite/manifest.json', '/client.manifest.json', '/../client.manifest.json']) {
    expect([path, (await fetch(site.origin + path)).status]).toEqual([path, 404]);
  }
});

test('Every rendered page names the file of its screen', async () => {
  await using site = await openOwnSite();
  const ada = await registerAuthor(site);
  const id = await publish(site, ada, { title: 'A post', content: 'Its words.' });
  const files = {
    '/': 'Landing',
    '/login': 'Login',
    '/register': 'Register',
    '/create': 'Create',
    '/myBlogs': 'MyBlogs',
  };
  const screens = { ...files, [`/blog/${id}`]: 'post', [`/blog/${id}/edit`]: 'Edit', '/nowhere': 'NotFound' };
  for (const [path, file] of Object.entries(screens)) {
    const page = await (await fetch(site.origin + path, { headers: { Accept: 'text/html' } })).text();
    expect(page).toMatch(new RegExp(`/assets/${file}-[\\w-]+\\.js`));
  }
});

test('The page of a client for another backend carries the policy of the own server before anything else', async () => {
  await using site = await openForeignSite();
  const page = await (await fetch(site.origin)).text();
  const [head = ''] = page.split('<title>');
  const [, policy] = /<meta http-equiv="Content-Security-Policy" content="([^"]+)" \/>\s*$/.exec(head) ?? [];
  expect(policy).toBe(serializePolicy(pageDirectives(site.api, { importMap: importMapIn(page) })));
  expect(policy).toContain("script-src 'self' 'sha256-");
  expect(policy).toContain(`connect-src 'self' ${site.api};`);
  expect(policy).not.toContain('frame-ancestors');
});

test('The page of a client for the own server has its policy in the header alone', () => {
  const page = readFileSync(join(inject('ownClient'), 'index.html'), 'utf8');
  expect(page).not.toContain('http-equiv');
});

test('What a thread runs imports no key, as threads know no import map', () => {
  for (const client of clients()) {
    const textOf = (name: string) => readFileSync(join(client, 'assets', name), 'utf8');
    const reached = new Set(readdirSync(join(client, 'assets')).filter((name) => /-thread-[\w-]{8}\.js$/.test(name)));
    expect(reached.size).toBeGreaterThan(3);
    for (const name of reached) {
      expect([name, /(?:from|import)\s*\(?["'`]#/.test(textOf(name))]).toEqual([name, false]);
      for (const [, next = ''] of textOf(name).matchAll(/["'`]\.\/([\w.-]+\.js)["'`]/g)) reached.add(next);
    }
  }
});

test('Every script and stylesheet is named by its content', () => {
  for (const client of clients()) {
    const names = readdirSync(join(client, 'assets')).filter((name) => /\.(?:js|css)$/.test(name));
    expect(names.length).toBeGreaterThan(50);
    for (const name of names) {
      const sha256 = createHash('sha256')
        .update(readFileSync(join(client, 'assets', name)))
        .digest('base64url');
      expect([name, assetName.exec(name)?.[2]]).toEqual([name, sha256.slice(0, hashLength)]);
    }
  }
});
