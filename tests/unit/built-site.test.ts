// @vitest-environment node
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readSite, readSiteOfBuild } from '../../src/build/built-site.ts';

/** Creates a folder with a settings file, and with the files that the settings may name. */
async function openFolder(settings: unknown) {
  const folder = await mkdtemp(path.join(tmpdir(), 'storyline-site-'));
  const file = path.join(folder, 'site.json');
  await writeFile(file, JSON.stringify(settings));
  await writeFile(path.join(folder, 'imprint.md'), '# Who writes\n\nLeila.');
  await writeFile(path.join(folder, 'icon.png'), 'bytes');
  return { file, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

test('readSite returns the settings, pages and icon that a settings file names', async () => {
  await using folder = await openFolder({
    name: 'Leila',
    language: 'ar',
    accent: '06c',
    'link.terms': 'imprint',
    icon: 'icon.png',
    pages: { imprint: 'imprint.md' },
  });
  const { settings, pages, icon } = readSite(folder.file);
  expect(settings).toEqual({
    name: 'Leila',
    language: { tag: 'ar', dir: 'rtl' },
    colours: expect.objectContaining({ '--accent': expect.stringMatching(/#0066cc.*#[0-9a-f]{6}/) }),
    links: { terms: '/page/imprint' },
    icon: expect.stringMatching(/^[\w-]{16}$/),
    pages: [{ name: 'imprint', title: 'Who writes', tag: expect.stringMatching(/^[\w-]{16}$/) }],
  });
  expect(pages).toEqual([{ ...settings.pages?.[0], content: 'Leila.' }]);
  expect(String(icon)).toBe('bytes');
});

test.each<[string, unknown, string]>([
  ['an unknown key', { nam: 'x' }, 'there is no such setting'],
  ['a key that every object has', { constructor: 'x' }, 'there is no such setting'],
  ['a value that is not a string', { name: 1 }, 'name has to be a text'],
  ['an illegible accent colour', { accent: '#ffee00' }, 'the nearest colour with that contrast is #'],
  ['a link to a missing page', { 'link.terms': 'terms' }, 'link.terms leads to a page terms'],
  ['a name that no page can have', { pages: { 'a b': 'imprint.md' } }, "a page's name has at most"],
  ['a page without its file', { pages: { terms: 'terms.md' } }, 'terms.md'],
  ['a list instead of an object', [], 'has to be a JSON object'],
])('readSite throws if the settings file contains %s', async (_, settings, reason) => {
  await using folder = await openFolder(settings);
  expect(() => readSite(folder.file)).toThrow(reason);
});

test('a build for our own server refuses a settings file', async () => {
  const before = { ...process.env };
  try {
    Object.assign(process.env, { VITE_SITE: 'site.json', VITE_API_HOST: '' });
    expect(() => readSiteOfBuild('production')).toThrow('VITE_SITE is for a client of another backend');
    Object.assign(process.env, { VITE_SITE: '' });
    expect(readSiteOfBuild('production')).toBeUndefined();
  } finally {
    process.env = before;
  }
});
