// @vitest-environment node
import { expect, test } from 'vitest';
import { captivePortal, json, openForeignBackend, openOwnBackend, type Reply } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { eventually } from './support/eventually.ts';
import { replace, stubGlobal } from './support/global.ts';
import { loadReading, openScope } from './support/reading.ts';
import { openWorkerScope } from './support/worker-scope.ts';

const list = '/blog/posts';
const pageSize = 4;

/** Returns a function that answers calls with posts `last()` to 1, newest first, in pages linked by cursors. */
const blog =
  (last: () => number, post: (id: string) => object = () => ({}), isThere: (id: string) => boolean = () => true) =>
  ({ path }: { path: string }): Reply => {
    const after = Number(new URL(path, 'http://any').searchParams.get('after') ?? last() + 1);
    const ids = Array.from({ length: Math.min(pageSize, after - 1) }, (_, n) => String(after - 1 - n));
    const link = Number(ids.at(-1)) > 1 ? { Link: `<${list}?after=${ids.at(-1)}>; rel="next"` } : {};
    return json(
      ids.filter(isThere).map((_id) => ({ _id, title: _id, imgUrl: '', content: `Text of ${_id}`, ...post(_id) })),
      link,
    );
  };

/** Opens our own backend, and a service worker that caches its posts. */
async function open(reply: Parameters<typeof openOwnBackend>[0]) {
  await using owned = new AsyncDisposableStack();
  const backend = owned.use(await openOwnBackend(reply));
  const scope = owned.use(openWorkerScope(backend.origin));
  const reading = await loadReading(scope, backend);
  const { saveNewestChoice } = await import('../../src/reading/store/newest-choice.ts');
  const { readOfflineIds, readOfflineInventory } = await import('../../src/reading/store/on-this-device.ts');
  /** Returns the paths of all calls for lists so far. */
  const paths = () => backend.received.map(({ path }) => path).filter((path) => path.startsWith(list));
  const opened = owned.move();
  return {
    ...reading,
    scope,
    backend,
    paths,
    choose: (count: 0 | 20 | 100 | 300, withPictures = false) => saveNewestChoice({ count, withPictures }),
    /** Refreshes the list, and returns how many calls that took. */
    async refresh(): Promise<number> {
      const before = paths().length;
      await reading.read(list);
      return paths().length - before;
    },
    /** Returns how many posts are on the device. */
    here: async () => (await readOfflineIds()).passing.length,
    newest: async () => (await readOfflineInventory()).newest,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

test('refreshing a list fetches its pages until the device has the newest 100 posts', async () => {
  await using device = await open(blog(() => 500));
  await device.refresh();
  expect(device.paths().slice(0, 3)).toEqual([list, `${list}?after=497`, `${list}?after=493`]);
  expect([device.paths().length, await device.here()]).toEqual([25, 100]);
  expect(await device.newest()).toMatchObject({ choice: { count: 100 }, here: 100, isAll: false });
});

test('a device that has the newest posts does not fetch them again', async () => {
  let last = 60;
  await using device = await open(blog(() => last));
  await device.refresh();
  expect(await device.newest()).toMatchObject({ here: 60, isAll: true });
  expect(await device.refresh()).toBe(1);
  last += 1;
  expect(await device.refresh()).toBe(1);
  last += 3;
  expect(await device.refresh()).toBe(1);
  expect(await device.here()).toBe(64);
});

test('a post inserted below the first page is stored only after its page is read', async () => {
  let isInserted = false;
  const isThere = (id: string) => isInserted || id !== '50';
  await using device = await open(blog(() => 60, undefined, isThere));
  await device.refresh();
  isInserted = true;
  expect([await device.refresh(), await device.here()]).toEqual([1, 59]);
  await device.read(`${list}?after=53`);
  expect(await device.here()).toBe(60);
});

const failures: [string, Reply][] = [
  ['a failed connection', 'drop'],
  ['a 503', { status: 503 }],
  ['a 429', { status: 429 }],
  ['a captive portal', captivePortal],
];

test.each(failures)('after %s, no further page is fetched until the next refresh', async (_, failure) => {
  const answers = blog(() => 60);
  await using device = await open(answers);
  device.backend.reply = (call) => (call.path === `${list}?after=53` ? failure : answers(call));
  await device.refresh();
  expect([device.paths().length, await device.here()]).toEqual([3, 8]);
  device.backend.reply = answers;
  await device.refresh();
  expect(await device.here()).toBe(60);
});

test('a list is read without waiting for the prefetch, which fetches each page once', async () => {
  const answers = blog(() => 60);
  const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>();
  await using device = await open(async (call) => {
    if (call.path.includes('after')) await goesOn;
    return answers(call);
  });
  const fetchedAhead = () => device.paths().filter((path) => path !== list);
  const refreshes = [device.ask(list), device.ask(list), device.ask(list)];
  for (const { body } of refreshes) expect(await body).toContain('Text of 60');
  await eventually(() => expect(fetchedAhead()).toHaveLength(1));
  goOn();
  for (const { settled } of refreshes) await settled();
  expect([fetchedAhead().length, await device.here()]).toEqual([14, 60]);
});

test('changing the number of posts to fetch takes effect with the next page', async () => {
  const answers = blog(() => 200);
  await using device = await open(answers);
  device.backend.reply = async (call) => {
    if (call.path === `${list}?after=193`) await device.choose(0);
    return answers(call);
  };
  await device.refresh();
  expect(device.paths()).toHaveLength(3);
});

test('older pages that a reader opens evict none of the newest posts', async () => {
  await using device = await open(blog(() => 400));
  using _ = replace(device.maxEntries, { lists: 3 });
  await device.choose(20);
  await device.refresh();
  for (let after = 380; after > 340; after -= 4) await device.read(`${list}?after=${after}`);
  expect(await device.newest()).toMatchObject({ here: 20 });
});

test('with data saving on, 20 posts are the default, and also the maximum', async () => {
  await using device = await open(blog(() => 200));
  using _ = stubGlobal('navigator', { connection: { saveData: true } });
  expect(await device.newest()).toMatchObject({ choice: { count: 20, withPictures: false } });
  await device.choose(300, true);
  await device.refresh();
  expect([device.paths().length, await device.here()]).toEqual([5, 20]);
});

test('requests no further page from a backend that sends the whole list', async () => {
  const posts = Array.from({ length: 150 }, (_, n) => ({ _id: `p${n}`, title: `${n}`, imgUrl: '', content: 'Text' }));
  await using backend = await openForeignBackend(() => json(posts));
  await using scope = openScope();
  const { read } = await loadReading(scope, backend);
  await read(list);
  expect(backend.received).toHaveLength(1);
  const { readOfflineInventory } = await import('../../src/reading/store/on-this-device.ts');
  expect((await readOfflineInventory()).newest).toMatchObject({ here: 100 });
});

test('a refresh of an endless list of empty pages ends after a limited number of pages', async () => {
  const calls: unknown[] = [];
  await using device = await open((call) => json([], { Link: `<${list}?after=${calls.push(call)}>; rel="next"` }));
  await device.refresh();
  expect(device.paths()).toHaveLength(device.maxEntries.newestPages);
});

test('fetches each picture once if pictures are chosen, and stops after three failures', async () => {
  const imgUrl = (id: string) => ({ imgUrl: `/images/${id}.png` });
  const answers = blog(() => 60, imgUrl);
  const asked: string[] = [];
  const picture = { headers: { 'Content-Type': 'image/png' }, body: 'pixels' };
  let isAway = true;
  await using device = await open((call) => {
    if (!call.path.startsWith('/images/')) return answers(call);
    asked.push(call.path);
    return isAway ? { status: 503 } : call.path === '/images/58.png' ? { status: 404 } : picture;
  });
  using _ = catchErrors();
  await device.refresh();
  expect(asked).toEqual([]);
  await device.choose(100, true);
  await device.refresh();
  expect(asked).toHaveLength(3);
  isAway = false;
  await device.refresh();
  expect(asked.slice(3)).toHaveLength(device.maxEntries.newestImages);
  expect(device.scope.caches.urlsIn('images')).toContain(`${device.backend.origin}/images/60.png`);
  asked.length = 0;
  await device.refresh();
  expect(asked).toEqual([]);
});
