// @vitest-environment node
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { nameByContent } from '../../src/build/name-by-content.ts';

/** An app as the bundler leaves it: `shared` is of a group, and `Tree` and `Leaf` name each other. */
const app = {
  'index-AAAAAAAA.js':
    'd=["/assets/shared-BBBBBBBB.js","/assets/Create-CCCCCCCC.js","/assets/main-EEEEEEEE.css"];import("./Create-CCCCCCCC.js");import(`./Tree-FFFFFFFF.js`);',
  'shared-BBBBBBBB.js': 'export const a=1',
  'Create-CCCCCCCC.js': 'import{a}from"./shared-BBBBBBBB.js";import"./Form-DDDDDDDD.js"',
  'Form-DDDDDDDD.js': 'import{a}from"./shared-BBBBBBBB.js"',
  'main-EEEEEEEE.css': 'body{}',
  'Tree-FFFFFFFF.js': 'import"./Leaf-GGGGGGGG.js"',
  'Leaf-GGGGGGGG.js': 'import("./Tree-FFFFFFFF.js")',
};

const named = (changed: Partial<typeof app> = {}) =>
  nameByContent(new Map(Object.entries({ ...app, ...changed })), ['index', 'shared']);

/** Which files have other names, or other texts, than in the app as it is. */
function renamedBy(changed: Partial<typeof app>): string[] {
  const before = named().files;
  return [...named(changed).files.keys()]
    .filter((name) => !before.has(name))
    .map((name) => name.replace(/-[\w-]{8}\./, '.'))
    .sort();
}

test('A change in a file that has a key renames that file alone', () => {
  expect(renamedBy({ 'shared-BBBBBBBB.js': 'export const a=2' })).toEqual(['shared.js']);
});

test('A change in another file renames what names it, as far as the next file that has a key', () => {
  expect(renamedBy({ 'Form-DDDDDDDD.js': 'other()' })).toEqual(['Create.js', 'Form.js', 'index.js']);
});

test('Of files that name each other in a circle, only the changed one is renamed', () => {
  expect(renamedBy({ 'Leaf-GGGGGGGG.js': 'import("./Tree-FFFFFFFF.js");more()' })).toEqual(['Leaf.js']);
});

test('A name has the hash of the content, and the map leads from each key to a file', () => {
  const { files, keys, names } = named();
  for (const [name, text] of files) {
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8);
    expect(name).toContain(`-${hash}.`);
  }
  expect(Object.keys(keys).sort()).toEqual(['#Leaf', '#Tree', '#index', '#shared']);
  expect(Object.values(keys).every((name) => files.has(name))).toBe(true);
  expect([...names.keys()]).toHaveLength(Object.keys(app).length);
});

test('Imports name keys, and lists of what to preload ask where a key leads', () => {
  const { files, names } = named();
  const textOf = (name: string) => files.get(names.get(name) ?? '');
  const [create, style] = [names.get('Create-CCCCCCCC.js'), names.get('main-EEEEEEEE.css')];
  expect(textOf('index-AAAAAAAA.js')).toBe(
    `d=[import.meta.resolve("#shared"),"/assets/${create}","/assets/${style}"];import("./${create}");import(\`#Tree\`);`,
  );
  expect(textOf('Form-DDDDDDDD.js')).toBe('import{a}from"#shared"');
});

test('Two files that would have one key are an error', () => {
  const two = new Map([...Object.entries(app), ['shared-HHHHHHHH.js', '']] as [string, string][]);
  expect(() => nameByContent(two, ['shared'])).toThrow('Two files would be imported as #shared.');
});

test('A name that is written in an unknown way is an error', () => {
  const odd = { ...app, 'odd-HHHHHHHH.js': 'load("assets/shared-BBBBBBBB.js")' };
  expect(() => nameByContent(new Map(Object.entries(odd)), ['index', 'shared'])).toThrow(
    /^odd-.{8}\.js names shared-B/,
  );
});

test.each([
  [
    'parts of the worker that name each other in a circle',
    {
      'worker-a-HHHHHHHH.js': 'require("./worker-b-IIIIIIII.js")',
      'worker-b-IIIIIIII.js': 'require("./worker-a-HHHHHHHH.js")',
    },
    /neither in an import/,
  ],
  ['a thread that imports a key', { 'parse-thread-HHHHHHHH.js': 'import"./shared-BBBBBBBB.js"' }, /import #shared/],
  [
    'a thread that needs a file that imports a key',
    { 'parse-thread-HHHHHHHH.js': 'import"./Form-DDDDDDDD.js"' },
    /^Form-.* import #shared/,
  ],
])('What runs without an import map imports no key: %s is an error', (_, added, error) => {
  expect(() => nameByContent(new Map(Object.entries({ ...app, ...added })), ['index', 'shared'])).toThrow(error);
});

test('A source map may have the old name', () => {
  const mapped = { ...app, 'shared-BBBBBBBB.js': 'export const a=1\n//# sourceMappingURL=shared-BBBBBBBB.js.map' };
  expect(nameByContent(new Map(Object.entries(mapped)), ['index', 'shared']).files.size).toBe(Object.keys(app).length);
});
