import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { openBackend } from '../../src/server/open-backend.ts';
import { ConfigError } from '../../src/server/process/config-error.ts';
import { createLog } from '../../src/server/process/log.ts';
import { putPage } from '../../src/server/site/put-page.ts';
import { iconFiles, readIcon, setIcon } from '../../src/server/site/site-icon.ts';
import { listPages } from '../../src/server/site/site-pages.ts';
import { listSettings, setSetting, unsetSetting } from '../../src/server/site/site-settings.ts';
import { scaled } from '../test-run.ts';
import { command } from './support/command.ts';
import { type StoreKind, sqlite, stores, temporaryFolder } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(stores);

/** Each command is a process of its own, which takes seconds to start on a busy machine. */
const patience = { timeout: scaled(180_000) };

const log = createLog('silent');

/** Creates a site's database, and returns the operator's commands for it, which run in a temporary folder. */
async function openOperator(kind: StoreKind) {
  await using owned = new AsyncDisposableStack();
  const database = owned.use(await kind.open());
  await (await openBackend({ ...database, samplePosts: false }, log))[Symbol.asyncDispose]();
  const { folder } = owned.use(await temporaryFolder());
  const env = { DATA_DIR: database.dataDir, DATABASE_URL: database.databaseUrl ?? '', INIT_CWD: folder };
  const opened = owned.move();
  return {
    env,
    site: (...args: string[]) => command('site', args, env),
    /** Returns the values that `site list` prints, by key. */
    async settings() {
      const { stdout } = await command('site', ['list'], env);
      return Object.fromEntries(stdout.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t')])));
    },
    file: async (name: string, content: string | Buffer) => writeFile(path.join(folder, name), content),
    folder,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

const icon = (side: number, height = side) =>
  sharp({ create: { width: side, height, channels: 4, background: '#0060c0' } });

test('an operator sets, lists and unsets settings, pages and the icon', patience, async ({ store }) => {
  await using operator = await openOperator(store);
  const said = async (...args: string[]) => {
    const { code, said } = await operator.site(...args);
    return [code, said];
  };
  expect(await operator.settings()).toEqual({});
  expect(await said('set', 'name', '  مدونة ليلى  ')).toEqual([0, 'name is مدونة ليلى']);
  expect(await said('set', 'language', 'AR-eg')).toEqual([0, 'language is ar-EG']);
  expect(await said('set', 'accent', '06c')).toEqual([0, 'accent is #0066cc']);
  await operator.file('imprint.md', '# Who *writes* here\n\nLeila, Cairo.\n');
  expect(await said('page', 'imprint', 'imprint.md')).toEqual([0, '/page/imprint is "Who writes here".']);
  expect(await said('set', 'link.privacy', 'imprint')).toEqual([0, 'link.privacy is /page/imprint']);
  await operator.file('icon.png', await icon(600).png().toBuffer());
  expect(await said('icon', 'icon.png')).toEqual([0, 'The icon is set.']);
  expect(await operator.settings()).toEqual({
    name: 'مدونة ليلى',
    language: 'ar-EG',
    accent: '#0066cc',
    icon: expect.stringMatching(/^[\w-]{16}$/),
    'link.privacy': '/page/imprint',
    'page imprint': 'Who writes here',
  });
  const reason = 'link.privacy links to this page: set or unset that first';
  expect(await said('page', '--remove', 'imprint')).toEqual([1, reason]);
  expect(await said('unset', 'link.privacy')).toEqual([0, 'link.privacy is not set any more']);
  expect(await said('unset', 'link.privacy')).toEqual([0, 'link.privacy was not set']);
  expect(await said('page', '--remove', 'imprint')).toEqual([0, 'The page imprint is removed.']);
  expect(await said('unset', 'icon')).toEqual([0, 'icon is not set any more']);
  expect(Object.keys(await operator.settings()).toSorted()).toEqual(['accent', 'language', 'name']);
});

const refusals: [string[], string][] = [
  [['set', 'name', ''], 'visible character'],
  [['set', 'name', ' \u200d '], 'visible character'],
  [['set', 'name', 'n'.repeat(10_000)], 'name has 10000 characters, but at most 60 are allowed'],
  [['set', 'name', 'a\nb'], 'one line'],
  [['set', 'name', '\u202egolb'], 'invisible characters'],
  [['set', 'name', 'a\u200bb'], 'invisible characters'],
  [['set', 'nam', 'x'], 'the settings are name, tagline'],
  [['set', '__proto__', 'x'], 'there is no such setting'],
  [['set', 'icon', 'x'], 'there is no such setting'],
  [['unset', 'constructor'], 'there is no such setting'],
  [['set', 'language', 'english'], 'language must be a tag'],
  [['set', 'language', 'en"><script>'], 'language must be a tag'],
  [['set', 'accent', 'red;}'], 'accent must be a colour'],
  [['set', 'accent', '#ffee00'], 'the nearest colour with that contrast is #'],
  [['set', 'link.terms', 'javascript:alert(1)'], 'link.terms must be an address'],
  [['set', 'link.terms', ' javascript:alert(1)'], 'link.terms must be an address'],
  [['set', 'link.terms', 'example.com/terms'], 'link.terms must be an address'],
  [['set', 'link.terms', '//evil.example'], 'link.terms must be an address'],
  [['set', 'link.terms', `https://example.com/${'a'.repeat(3_000)}`], 'link.terms must be an address'],
  [['set', 'link.terms', 'terms'], 'there is no page terms'],
  [['page', 'Imprint', 'Words.'], 'letters from a to z'],
  [['page', '../home', 'Words.'], 'letters from a to z'],
  [['page', 'feed.xml', 'Words.'], 'letters from a to z'],
  [['page', '-', 'Words.'], 'letters from a to z'],
  [['page', 'imprint', '# Who\u202e writes'], 'invisible characters'],
  [['page', 'imprint', 'a'.repeat(1_000_001)], 'longer than 1000000 characters'],
  [['page', 'imprint', '# **\u200d**\n\nWords.'], 'visible character'],
  [['page', 'imprint', '---\ntitle: Imprint\n---\n\nWords.'], 'begins with metadata'],
];

test('a bad value is refused with the reason, and changes nothing', { on: sqlite }, async ({ two: { store } }) => {
  await setSetting(store, 'name', 'Kept');
  const calls: Record<string, (key: string, value: string) => Promise<unknown>> = {
    set: (key, value) => setSetting(store, key, value),
    unset: (key) => unsetSetting(store, key),
    page: (name, text) => putPage(store, name, text),
  };
  for (const [[call = '', key = '', value = ''], reason] of refusals) {
    const error: unknown = await calls[call]?.(key, value).catch((thrown: unknown) => thrown);
    expect(error, `${call} ${key} ${value.slice(0, 40)}`).toBeInstanceOf(ConfigError);
    expect(String(error)).toContain(reason);
    expect(String(error).length).toBeLessThan(300);
  }
  expect([...(await listSettings(store.db))]).toEqual([['name', 'Kept']]);
  expect(await listPages(store.db)).toEqual([]);
});

const pictures: [string, () => Promise<Buffer> | Buffer, string][] = [
  [
    'an SVG with a script',
    () =>
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512"><script>alert(1)</script></svg>'),
    'PNG, JPEG or WebP',
  ],
  ['a small one', () => icon(500).png().toBuffer(), 'the icon is 500x500'],
  ['a wide one', () => icon(1_200, 600).png().toBuffer(), 'the icon is 1200x600'],
  ['one of a few bytes and many pixels', () => icon(8_000).png().toBuffer(), 'PNG, JPEG or WebP'],
  ['one cut off', async () => (await icon(600).png().toBuffer()).subarray(0, 200), "can't be read"],
  ['a text', () => Buffer.from('words'), "can't be read"],
  ['many bytes', () => Buffer.alloc(5_000_001), 'more than 5000000 bytes'],
];

test('a picture that cannot be an icon is refused with the reason', { on: sqlite }, async ({ two: { store } }) => {
  await setIcon(store, await icon(512).webp().toBuffer());
  const before = await listSettings(store.db);
  for (const [what, make, reason] of pictures) {
    const error: unknown = await setIcon(store, await make()).catch((thrown: unknown) => thrown);
    expect(error, what).toBeInstanceOf(ConfigError);
    expect(String(error)).toContain(reason);
  }
  expect(await listSettings(store.db)).toEqual(before);
});

test("each icon has its own size, rotated as the picture's EXIF says", { on: sqlite }, async ({ two: { store } }) => {
  // The picture is blue above and white below, and its metadata rotates it by 180 degrees.
  const half = await icon(600, 300).png().toBuffer();
  const white = { width: 600, height: 600, channels: 4 as const, background: '#ffffff' };
  const turned = sharp({ create: white })
    .composite([{ input: half, gravity: 'north' }])
    .withMetadata({ orientation: 3 });
  await setIcon(store, await turned.jpeg().toBuffer());
  for (const [name, side] of Object.entries(iconFiles)) {
    const bytes = (await readIcon(store.db, name as keyof typeof iconFiles)) ?? Buffer.alloc(0);
    const { width, height, format } = await sharp(bytes).metadata();
    expect([name, width, height, format]).toEqual([name, side, side, 'png']);
  }
  const pixel = async (name: 'monochrome-512.png' | '512.png' | 'maskable-512.png', top: number) => [
    ...(await sharp(await readIcon(store.db, name))
      .ensureAlpha()
      .extract({ left: 256, top, width: 1, height: 1 })
      .raw()
      .toBuffer()),
  ];
  expect((await pixel('512.png', 100))[0]).toBeGreaterThan(250);
  expect((await pixel('512.png', 400))[0]).toBeLessThan(10);
  // The edge has only the background, because a mask may cut it away.
  expect(await pixel('maskable-512.png', 500)).toEqual([0xfb, 0xf9, 0xf4, 255]);
  // In the monochrome icon, only the dark half of the picture is opaque.
  const alphas = await Promise.all([20, 150, 400].map(async (top) => (await pixel('monochrome-512.png', top))[3]));
  expect(alphas).toEqual([0, expect.any(Number), expect.any(Number)]);
  expect(alphas[1]).toBeLessThan(10);
  expect(alphas[2]).toBeGreaterThan(245);
});

it('a file that cannot be a page or an icon is refused in one line', patience, async () => {
  await using operator = await openOperator(sqlite);
  await operator.file('latin1.md', Buffer.from([0x23, 0x20, 0xe9]));
  for (const [args, reason] of [
    [['page', 'imprint', 'latin1.md'], 'is not UTF-8 text'],
    [['page', 'imprint', 'nowhere.md'], 'nowhere.md'],
    [['page', 'imprint', '/dev/zero'], 'is not a file'],
    [['icon', operator.folder], 'is not a file'],
    [['page', '--remove', 'imprint'], 'there is no page imprint'],
    [['set', 'name', 'a\u009b31mb'], 'one line'],
  ] as const) {
    const { code, said } = await operator.site(...args);
    expect([args, code, said, said.split('\n').length]).toEqual([args, 1, expect.stringContaining(reason), 1]);
  }
  for (const args of [[], ['set', 'name'], ['set', 'name', 'two', 'words'], ['page', 'imprint'], ['list', 'all']])
    expect([args, (await operator.site(...args)).code]).toEqual([args, 2]);
  expect(await operator.settings()).toEqual({});
});
