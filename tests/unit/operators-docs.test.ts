import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const textOf = (name: string) => readFileSync(path.join(root, name), 'utf8');

const documents = globSync(['*.md', '.github/*.md', 'src/**/*.md', 'tests/*.md'], { cwd: root });

/** Returns the anchors that GitHub makes of a document's headings. */
const anchorsOf = (document: string): string[] =>
  [...textOf(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );

test.for(documents)('every relative link in %s has a target', (document) => {
  const links = [...textOf(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  for (const link of links.filter((link) => !/^[a-z]+:/.test(link))) {
    const [name = '', anchor] = link.split('#');
    const target = name === '' ? document : path.join(path.dirname(document), name);
    expect([link, existsSync(path.join(root, target))]).toEqual([link, true]);
    if (anchor !== undefined) expect([link, anchorsOf(target)]).toEqual([link, expect.arrayContaining([anchor])]);
  }
});

test('src/README.md maps no missing folder, and all of src except parts of screens', () => {
  const map = textOf('src/README.md').split('```')[1] ?? '';
  const named = [...map.matchAll(/\b([\w-]+)\//g)].map(([, name = '']) => name);
  const entries = readdirSync(path.join(root, 'src'), { recursive: true, withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
  const mapped = folders.filter(({ parentPath }) => path.basename(parentPath) !== 'screens');
  expect(named).toEqual(expect.arrayContaining(mapped.map(({ name }) => name)));
});

test.for(documents)('every script that %s names exists', (document) => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(textOf('package.json'));
  const named = [...textOf(document).matchAll(/\bnpm run ([\w:]+)/g)].map(([, script = '']) => script);
  for (const script of named) expect(scripts).toHaveProperty([script]);
});

test('src/server/README.md documents every environment variable that the server reads', () => {
  const variables = [
    ...textOf('src/server/config.ts').matchAll(/(?<=environment\.)[A-Z_]{4,}|(?<=\(')[A-Z_]{4,}(?=')/g),
  ].map(([name]) => name);
  expect(variables).toContain('DATA_DIR');
  const explained = textOf('src/server/README.md');
  expect(variables.filter((name) => !explained.includes(`\`${name}\``))).toEqual([]);
});
