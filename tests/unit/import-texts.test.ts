// @vitest-environment node
import { deflateRawSync } from 'node:zlib';
import { makeZip } from 'client-zip';
import { expect, test, vi } from 'vitest';
import { decodeText } from '../../src/writing/import-texts/decode-text.ts';
import { findWriting } from '../../src/writing/import-texts/find-writing.ts';
import { bounds, type FoundWriting } from '../../src/writing/import-texts/found-writing.ts';
import { readZip } from '../../src/writing/import-texts/read-zip.ts';
import { timeIn } from '../../src/writing/import-texts/time-in.ts';
import { versionsInCalls } from '../../src/writing/import-texts/versions-in-calls.ts';

const find = (...files: File[]): Promise<FoundWriting> =>
  findWriting(files, () => undefined, new AbortController().signal);

const zipFile = async (files: Record<string, string | Uint8Array<ArrayBuffer>>): Promise<File> => {
  const entries = Object.entries(files).map(([name, input]) => ({ name, input, lastModified: new Date(2020, 0, 1) }));
  return new File([await new Response(makeZip(entries)).blob()], 'blog.zip');
};

/** Returns a zip of one compressed file. `lies` are false values for the file's entry in the zip's directory. */
function packed(
  name: string | Buffer,
  contents: Buffer,
  lies: { size?: number; crc?: number; method?: number; flags?: number } = {},
): File {
  const bytes = deflateRawSync(contents);
  const { size = contents.length, crc = 0, method = 8, flags = 0 } = lies;
  const label = typeof name === 'string' ? Buffer.from(name) : name;
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(label.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(flags, 8);
  central.writeUInt16LE(method, 10);
  central.writeUInt32LE(crc, 16);
  central.writeUInt32LE(bytes.length, 20);
  central.writeUInt32LE(size, 24);
  central.writeUInt16LE(label.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length + label.length, 12);
  end.writeUInt32LE(local.length + label.length + bytes.length, 16);
  return new File([Buffer.concat([local, label, bytes, central, label, end])], 'blog.zip');
}

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const value of values) found.push(value);
  return found;
}

const markdown = (front: string, content = 'Words.') => `---\n${front}\n---\n\n${content}`;

test('reads title, date and topics of Markdown for Jekyll or Hugo, or without metadata', async () => {
  const jekyll = new File(
    [markdown('title: A day\ntags: [sea side, Tides]\nlayout: post', 'At the #tides.')],
    '2019-03-05-a-day.md',
  );
  const hugo = new File(
    [markdown('title: "B"\ndate: 2018-02-03T04:05:06+02:00\nlastmod: 2018-03-01\ncover:\n  image: a.jpg\ndraft: true')],
    'b.md',
  );
  const plain = new File(['# A heading\r\n\r\nOne\r\nTwo\r\n'], 'notes.md', { lastModified: Date.UTC(2017, 0, 1) });
  const { from, texts, leftOut } = await find(jekyll, hugo, plain);
  expect([from, leftOut]).toEqual(['Markdown', []]);
  const read = await Promise.all(texts.map(async (text) => ({ ...text, post: await text.read() })));
  expect(read).toMatchObject([
    {
      kind: 'post',
      title: 'A day',
      createdAt: '2019-03-05T00:00:00.000-00:00',
      post: { content: 'At the #tides.\n\n#seaside' },
    },
    {
      kind: 'draft',
      title: 'B',
      createdAt: '2018-02-03T02:05:06.000Z',
      updatedAt: '2018-03-01T00:00:00.000-00:00',
      post: { imgUrl: 'a.jpg' },
    },
    {
      kind: 'post',
      title: 'A heading',
      isUndated: true,
      createdAt: '2017-01-01T00:00:00.000Z',
      post: { content: 'One Two\n' },
    },
  ]);
});

test.for([
  'draft: no',
  'draft: "false"',
  'published: yes',
  'published: 2020-01-01',
  'publish: true',
  'private: 0',
  'status: published',
])('imports a file as a post if its metadata makes it public: %s', async (front) => {
  const { texts } = await find(new File([markdown(`${front}\ndate: 2020-01-01`)], 'my-drafts.md'));
  expect(texts.map(({ kind }) => kind)).toEqual(['post']);
});

test('imports files of a drafts folder as drafts, even if only that folder is chosen', async () => {
  const text = markdown('date: 2020-01-01');
  const kinds = async (files: Record<string, string>) =>
    (await find(await zipFile(files))).texts.map(({ source, kind }) => [source, kind]);
  expect(await kinds({ '_drafts/a.md': text })).toEqual([['file:_drafts/a.md', 'draft']]);
  expect(await kinds({ 'blog/Drafts/a.md': text, 'blog/undrafts/b.md': text })).toEqual([
    ['file:Drafts/a.md', 'draft'],
    ['file:undrafts/b.md', 'post'],
  ]);
  const chosen = Object.defineProperty(new File([text], 'a.md'), 'webkitRelativePath', { value: '_drafts/a.md' });
  expect((await find(chosen)).texts.map(({ kind }) => kind)).toEqual(['draft']);
});

test.for([
  ['# A day \t##  \n\nWords.', 'A day', 'Words.'],
  ['\n#\tC#\r\nWords.', 'C#', 'Words.'],
  ['# A', 'A', ''],
  ['#  \nWords.', 'a', '#  \nWords.'],
  ['#topic\nWords.', 'a', '#topic\nWords.'],
] as const)('a title is the heading that begins a file, or else the file name: %j', async ([content, title, rest]) => {
  const { texts } = await find(new File([content], 'a.md'));
  expect(await Promise.all(texts.map((text) => text.read()))).toEqual([{ title, imgUrl: '', content: rest }]);
});

test('reads a heading with thousands of spaces and marks before the test times out', async () => {
  // A regular expression that takes cubic time would exceed the test's timeout.
  const spaces = ' '.repeat(5_000);
  const { texts, leftOut } = await find(
    new File([`# a${spaces}b`], 'a.md'),
    new File([`# a${spaces}${'#'.repeat(5_000)}${spaces}\nWords.`], 'b.md'),
  );
  expect([texts.map(({ title }) => title), leftOut.length]).toEqual([['a'], 1]);
});

test('skips unreadable files, gives a reason for each, and reads the other files', async () => {
  const far = markdown('title: Later\ndate: 2999-01-01');
  const { texts, leftOut } = await find(
    await zipFile({
      'good.md': markdown('title: Good\ndate: 2020-01-01'),
      'later.md': far,
      'toml.md': '+++\ntitle = "x"\n+++\n',
      'bad-yaml.md': markdown('title: [unclosed'),
      'bomb.md': markdown('a: &a [x]\ntitle: !!js/function "alert(1)"'),
      'old.md': markdown('title: Old\ndate: 1066-10-14'),
      'long.md': markdown(`title: ${'t'.repeat(301)}\ndate: 2020-01-01`),
      'nul.md': markdown('date: 2020-01-01', 'a\0b'),
      'latin.md': new Uint8Array([0x2d, 0xe4, 0xf6]),
      '__MACOSX/._good.md': 'junk',
      '.git/notes.md': 'junk',
      'picture.bin': 'junk',
      'other.json': '{"a":1}',
      'other.xml': '<rss/>',
    }),
  );
  expect(texts.map(({ title, kind, whyDraft }) => [title, kind, whyDraft])).toEqual([
    ['bad yaml', 'draft', 'Its front matter is not YAML.'],
    ['bomb', 'draft', 'Its front matter is not YAML.'],
    ['Good', 'post', undefined],
    ['Later', 'draft', 'Its date is in the future.'],
    ['toml', 'draft', 'Its front matter is TOML, and only YAML and JSON can be read.'],
  ]);
  expect(leftOut).toEqual([
    { place: 'latin.md', reason: 'It is not UTF-8 text. Save it as UTF-8, and choose it again.' },
    { place: 'long.md', reason: 'Its title is longer than 300 characters.' },
    { place: 'nul.md', reason: 'Its text has characters that cannot be stored.' },
    { place: 'old.md', reason: 'Its date is before 1970.' },
    { place: 'other.json', reason: 'It is JSON, but not a Ghost export.' },
    { place: 'other.xml', reason: 'It is XML, but not a WordPress export.' },
  ]);
});

test('skips posts and versions of our own export whose dates are in the future', async () => {
  const id = '0190a000-0000-7000-8000-000000000001';
  const far = '9999-12-31T23:59:59-23:59';
  const { texts, leftOut } = await find(
    await zipFile({
      'storyline.json': JSON.stringify({ format: 'storyline-writing', version: 1 }),
      'posts/a.md': markdown(`title: A\ndate: 2020-01-01\nupdated: ${far}\nversion: 3\nid: ${id}`),
      'posts/b.md': markdown(`title: B\ndate: ${far}\nversion: 1\nid: 0190a000-0000-7000-8000-000000000002`),
      [`versions/${id}/0001.md`]: markdown(`title: A1\ndate: 2019-01-01\nversion: 1\nid: ${id}`),
      [`versions/${id}/0002.md`]: markdown(`title: A2\ndate: ${far}\nversion: 2\nid: ${id}`),
    }),
  );
  expect(
    texts.map(({ title, updatedAt, versions }) => [title, updatedAt, versions.map(({ version }) => version)]),
  ).toEqual([['A', null, [1]]]);
  expect(leftOut).toEqual([
    { place: 'posts/b.md', reason: 'Its date is in the future.' },
    { place: `versions/${id}/0002.md`, reason: 'Its date is in the future.' },
  ]);
});

test("ignores an `updated` date that is before the post's date or in the future", async () => {
  const { texts } = await find(
    new File([markdown('date: 2020-01-02\nupdated: 2020-01-01')], 'a.md'),
    new File([markdown('date: 2020-01-02\nupdated: 2020-01-03')], 'b.md'),
    new File([markdown('date: 2020-01-02\nupdated: 9999-12-31T23:59:59-23:59')], 'c.md'),
    new File([markdown('date: 9999-12-31T23:59:59-23:59')], 'd.md'),
  );
  expect(texts.map(({ kind, updatedAt }) => [kind, updatedAt])).toEqual([
    ['post', null],
    ['post', '2020-01-03T00:00:00.000-00:00'],
    ['post', null],
    ['draft', null],
  ]);
});

test('unpacks a zip bomb only up to the maximum text length, and reports broken zips', async () => {
  const zeros = Buffer.alloc(100_000_000);
  const before = process.memoryUsage().arrayBuffers;
  const liar = packed('bomb.md', zeros, { size: 100 });
  const { leftOut } = await find(liar);
  expect(leftOut).toEqual([{ place: 'bomb.md', reason: expect.stringMatching(/^It is (?:too large|damaged)\.$/) }]);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(zeros.length / 2);
  expect((await find(packed('bomb.md', zeros))).leftOut).toEqual([{ place: 'bomb.md', reason: 'It is too large.' }]);
  const words = Buffer.from('Words.');
  for (const [file, reason] of [
    [packed('a.md', words), 'It is damaged.'],
    [packed('a.md', words, { flags: 1 }), 'It is locked by a password.'],
    [packed('a.md', words, { method: 12 }), 'This browser cannot unpack it.'],
    [packed('a.md', words, { size: 0xffffffff }), 'It is too large.'],
  ] as const)
    expect((await find(file)).leftOut).toEqual([{ place: 'a.md', reason }]);
  for (const cut of [0, 10, 60]) {
    const whole = packed('a.md', words);
    expect((await find(new File([whole.slice(0, whole.size - cut - 1)], 'blog.zip'))).leftOut).toHaveLength(1);
  }
});

test('removes `..` and the common folder from zip paths, and replaces bidi controls', async () => {
  const dated = markdown('date: 2020-01-01');
  const { texts } = await find(await zipFile({ '../../etc/a\u202egnp.md': dated, '/b\\c.md': dated }));
  expect(texts.map(({ place }) => place)).toEqual(['b/c.md', 'etc/a\ufffdgnp.md']);
  const many = await zipFile({ 'blog/a.md': dated, 'blog/b/c.md': dated });
  expect((await find(many)).texts.map(({ source }) => source)).toEqual(['file:a.md', 'file:b/c.md']);
  expect(await readZip(new File([await new Response(makeZip([])).blob()], 'none.zip'))).toEqual([]);
});

test.for([
  ['UTF-8', Buffer.from('grün.md'), 'grün.md'],
  ['CP437', Buffer.from([0x67, 0x72, 0x81, 0xe1, 0x65, 0x2e, 0x6d, 0x64]), 'grüße.md'],
] as const)('reads file names of a zip that does not declare their encoding: %s', async ([, name, path]) => {
  expect((await readZip(packed(name, Buffer.from('Words.')))).map((file) => file.path)).toEqual([path]);
});

test('decodes a file by its byte order mark or its XML declaration', () => {
  const utf16 = new Uint8Array([0xff, 0xfe, 0x41, 0, 0xe4, 0]);
  const utf16be = new Uint8Array([0xfe, 0xff, 0, 0x41]);
  const utf8 = new Uint8Array([0xef, 0xbb, 0xbf, 0x41]);
  expect([utf16, utf16be, utf8].map((bytes) => decodeText(bytes))).toEqual(['Aä', 'A', 'A']);
  const declared = Buffer.concat([Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?>'), Buffer.from([0xe4])]);
  expect(decodeText(new Uint8Array(declared)).endsWith('ä')).toBe(true);
});

test.for<[time: string, notations: (string | number)[]]>([
  ['2020-01-02T00:00:00.000-00:00', ['2020-01-02', '2020-1-2', '2020/01/02', '20200102', 'January 2, 2020']],
  ['2020-01-02T00:00:00.000-00:00', ['2nd Jan 2020', '2020-01-02T00:00:00.000Z', '2020-01-02 00:00:00 +0900']],
  ['2020-01-02T03:04:00.000-00:00', ['2020-01-02 3:04']],
  ['2020-01-02T03:04:05.000-00:00', ['2020-01-02 03:04:05 Europe/Berlin']],
  ['2020-01-02T23:04:00.000-00:00', ['2020-01-02 11:04 pm']],
  ['2020-01-02T23:04:05.000-00:00', ['2020-01-02T23:04:05']],
  ['2020-01-02T01:04:05.000Z', ['2020-01-02 03:04:05 +0200', '2020-01-02 03:04:05 +02']],
  ['2020-01-02T03:04:05.600Z', ['2020-01-02T03:04:05.6Z']],
  ['2020-01-02T03:04:05.000Z', [1_577_934_245_000, '1577934245']],
  ['2019-03-05T10:00:00.000Z', ['Tue, 05 Mar 2019 10:00:00 +0000']],
])('timeIn returns %s for all notations of that time, in any time zone', ([time, notations]) => {
  for (const zone of ['Pacific/Pago_Pago', 'Pacific/Kiritimati']) {
    vi.stubEnv('TZ', zone);
    expect(notations.map((written) => [written, timeIn(written)])).toEqual(notations.map((written) => [written, time]));
  }
  vi.unstubAllEnvs();
});

test('timeIn returns undefined for a value that is not a timestamp', () => {
  for (const none of ['', 'soon', 'in 2019', '2020-13-01', 'May', 2020, true, null, undefined, {}])
    expect(timeIn(none)).toBeUndefined();
});

test("imports a text as a draft if its date is in the future in the device's time zone", async () => {
  vi.stubEnv('TZ', 'America/New_York');
  vi.useFakeTimers({ now: Date.parse('2020-01-02T01:00:00Z'), toFake: ['Date'] });
  const dates = ['2020-01-01', '2020-01-02', '2020-01-01 19:59', '2020-01-01 20:30', '2020-01-01T19:59:00-05:00'];
  const { texts } = await find(...dates.map((date, at) => new File([markdown(`date: ${date}`)], `${at}.md`)));
  expect(texts.map(({ kind }) => kind)).toEqual(['post', 'draft', 'post', 'draft', 'post']);
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

test("splits a post's many versions into calls that are small enough for the server", async () => {
  const text = { title: '', imgUrl: '', content: 'c'.repeat(900_000), createdAt: '2020-01-01T00:00:00.000Z' };
  const versions = Array.from({ length: 20 }, (_, index) => ({ version: index + 1, read: async () => text }));
  const calls = await all(versionsInCalls(versions, text));
  expect(calls.flat().map(({ version }) => version)).toEqual(versions.map(({ version }) => version));
  expect(calls.length).toBeGreaterThan(1);
  for (const call of calls) expect(JSON.stringify([text, ...call]).length).toBeLessThan(6_000_000);
  expect(await all(versionsInCalls([], text))).toEqual([[]]);
  expect(bounds.text).toBeGreaterThan(4_000_000);
});
