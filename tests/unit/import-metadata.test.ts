// @vitest-environment node
import { expect, test } from 'vitest';
import { findWriting } from '../../src/writing/import-texts/find-writing.ts';
import type { FoundText } from '../../src/writing/import-texts/found-writing.ts';
import { scaled } from '../test-run.ts';

const written = Date.UTC(2020, 0, 1);

async function read(text: string, name = 'a.md'): Promise<FoundText & { content: string }> {
  const file = new File([text], name, { lastModified: written });
  const { texts, leftOut } = await findWriting([file], () => undefined, new AbortController().signal);
  expect(leftOut).toEqual([]);
  const [found] = texts;
  if (!found) throw new Error('No text was found');
  return { ...found, content: (await found.read()).content };
}

const words = 'Secret words.';

test.for([
  ['JSON', `{"draft": true}\n\n${words}`],
  ['JSON of several lines, with braces in texts', `{\n\t"title": "A {b",\n\t"draft": true\n}\n${words}`],
  ['JSON without quotes, and a comma too many', `{ title: A, draft: true, }\n\n${words}`],
  ['JSON between ;;;', `;;;\n{"draft": true}\n;;;\n${words}`],
  ['JSON between ---json', `---json\n{"draft": true}\n---\n${words}`],
  ['JSON that ends in ;;;', `"title": "A",\n"draft": true\n;;;\n${words}`],
  ['TOML', `+++\ndraft = true\n+++\n\n${words}`],
  ['TOML between ---toml', `---toml\ndraft = true\n---\n\n${words}`],
  ['a header line', `Status: draft\n\n${words}`],
  ['header lines', `Title: A\nDate: 2019-01-01\nDraft: true\n\n${words}`],
  ['header lines after a byte order mark', `\ufeffTitle: A\nPublished: no\n\n${words}`],
  ['header lines up to ---', `title: A\ntags:\n- b\ndraft: true\n---\n${words}`],
  ['YAML after an empty line', `\n\n---\ndraft: true\n---\n\n${words}`],
  ['YAML after a comment', `<!-- by hand -->\n---\ndraft: true\n---\n\n${words}`],
  ['YAML after two marks and a comment of lines', `\ufeff\ufeff<!--\nby hand\n-->\n---\ndraft: true\n---\n\n${words}`],
  ['YAML after spaces', `   ---\ndraft: true\n---\n\n${words}`],
  ['YAML with old line ends', `---\rdraft: true\r---\r\r${words}`],
  ['YAML between longer lines', `-----\ndraft: true\n-----\n\n${words}`],
  ['YAML without an end', `---\ntitle: A\ndraft: true\n\n${words}`],
  ['YAML that is damaged', `---\ntitle: A: b\ndraft: true\n---\n\n${words}`],
  ['a comment', `<!--\n.. title: A\n.. status: draft\n-->\n\n${words}`],
  ['a block of code', `\`\`\`yaml\ndraft: true\n\`\`\`\n\n${words}`],
  ['a module', `export const meta = { title: 'A', draft: true };\n\n${words}`],
  ['Org', `#+TITLE: A\n#+DRAFT: true\n\n${words}`],
  ['properties', `:title: A\n:draft: true\n\n${words}`],
  ['equals signs', `title = A\ndraft = true\n\n${words}`],
  ['lines below a heading', `# A\n\nStatus: draft\n\n${words}`],
  ['marked lines below a heading', `# A\n\n**Status:** draft\n\n${words}`],
  ['a list below a heading', `# A\n\n- published: false\n\n${words}`],
  ['a table', `| status | draft |\n| - | - |\n\n${words}`],
  ['a word alone', `[DRAFT]\n\n${words}`],
] as const)('imports a file as a draft if it is marked as a draft in %s', async ([, text]) => {
  const found = await read(text);
  expect(found).toMatchObject({ kind: 'draft', whyDraft: expect.stringMatching(/^It.*\.$/) });
  expect(found.content).toContain(words);
});

const privateFields = [
  ['draft: "true"', 'draft: 1', 'published: "False"', 'private: on', 'publish: false', 'draft: oui'],
  ['published: later', 'published: 2999-01-01', 'hidden: true', 'unlisted: yes'],
  ['status: draft', 'Status: Private', 'visibility: members', 'status: in review'],
  ['publishDate: 2999-01-01', 'date: 2999-01-01', 'date: 1 January 2999', 'date: soon', 'expiryDate: 2019-01-01'],
  ['permalink: false', 'params:\n  draft: true', 'build:\n  render: never'],
].flat();

test.for(privateFields)('imports a file as a draft if its metadata has %s', async (line) => {
  for (const text of [`---\n${line}\n---\n\n${words}`, `\n<!-- x -->\n---\n${line}\n---\n\n${words}`])
    expect(await read(text)).toMatchObject({ kind: 'draft', content: words });
  if (line.includes('\n')) return;
  expect(await read(`Title: A\n${line}\n\n${words}`)).toMatchObject({ kind: 'draft', title: 'A', content: words });
  const [name, value] = line.split(': ');
  const json = JSON.stringify({ title: 'A', [String(name)]: value });
  expect(await read(`${json}\n\n${words}`)).toMatchObject({ kind: 'draft', title: 'A', content: words });
});

test.for<[string, string, string]>([
  ['JSON', '{"title": "A", "date": "2019-01-02", "draft": false}\n\nWords.', 'Words.'],
  ['header lines', 'Title: A\nDate: 2019-01-02\nStatus: published\n\nWords.', 'Words.'],
  ['header lines up to ---', 'title: A\ndate: 2019-01-02\n---\nWords.', 'Words.'],
  ['YAML after a comment', '<!-- x -->\n---\ntitle: A\ndate: 2019-01-02\n---\nWords.', 'Words.'],
  ['a comment', '<!--\n.. title: A\n.. date: 2019-01-02\n-->\n\nWords.', 'Words.'],
  ['YAML, and words like metadata', '---\ntitle: A\ndate: 2019-01-02\n---\n\nStatus: unknown.', 'Status: unknown.'],
])('reads title and date of a public post from %s, and removes them from the content', async ([, text, content]) => {
  expect(await read(text)).toMatchObject({ kind: 'post', title: 'A', content: expect.stringContaining(content) });
  expect((await read(text)).createdAt).toMatch(/^2019-01-02T00:00:00/);
  expect((await read(text)).content).not.toContain('title');
});

test.for([
  'Note: this is how a text may begin.\n\nWords.',
  'Dear reader: the status of all this is fine.\n\nWords.',
  '{{< figure src="a.jpg" >}}\n\nWords.',
  '{% include a.html title="draft" %}\n\nWords.',
  '{: .lead}\nWords: two.',
  '{hello} world',
  '---\n\nWords between lines.\n\n---\n\nMore.',
  '***\n\nWords.\n\n***',
  '# Private matters\n\nWords.',
  'http://a.b/c is where it is.\n\nWords.',
])('imports a file as a post if its beginning only looks like metadata: %j', async (text) => {
  expect(await read(text)).toMatchObject({ kind: 'post' });
});

const misread = '007 3.10 12e3 0x1F 0o17 0123 1_000 .inf yes on True 2019-01-01 12:30 -0'.split(' ');

test.for(misread)('imports a title and an image URL exactly as the metadata spells them: %s', async (value) => {
  const found = await read(`---\ntitle: ${value}\ndate: 2019-01-01\nimage: ${value}\ntags: [${value}x]\n---\n\nWords.`);
  expect(found.title).toBe(value);
  expect((await found.read()).imgUrl).toBe(value);
  expect((await read(`Title: ${value}\n\nWords.`)).title).toBe(value);
  expect((await read(`{"title": "${value}"}\n\nWords.`)).title).toBe(value);
});

test('imports a numeric title from JSON that the YAML parser refuses (repeated key)', async () => {
  expect((await read('{"title": 3.5, "tags": [], "tags": []}\n\nWords.')).title).toBe('3.5');
});

test('imports tags as spelt if YAML reads them as numbers or booleans; drops dates', async () => {
  const found = await read('---\ndate: 2019-01-01\ntags: [1e3, 0x1F, yes, "on", 2019-01-01]\n---\n\nWords.');
  expect(found.content).toBe('Words.\n\n#1e3 #0x1F #yes #on');
});

test('reads hostile metadata within five seconds', { timeout: scaled(5_000) }, async () => {
  for (const text of [
    '<!--'.repeat(200_000),
    '{"a":'.repeat(100_000),
    '{"'.repeat(200_000),
    `---\n${'a: '.repeat(100_000)}`,
    `${'a'.repeat(50_000)}:`.repeat(10),
    `---\n${' '.repeat(500_000)}`,
    `date: 2019-01-01${' '.repeat(500_000)}x\n\nWords.`,
    `draft${'*'.repeat(500_000)}`,
  ])
    await read(text, 'hostile.md');
});
