// @vitest-environment node
import { expect } from 'vitest';
import { json, openOwnBackend, type Reply, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { eventually } from './support/eventually.ts';
import { fetchNothingAhead, loadReading } from './support/reading.ts';
import { openRecordFaults } from './support/record-faults.ts';
import { test } from './support/test-reading.ts';
import { openWorkerScope } from './support/worker-scope.ts';

const list = '/blog/posts';
const post = (id: string, title = id) => ({ _id: id, title, content: `Text of ${id}` });
const text = (value: unknown) => JSON.stringify(value);
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Returns a function that answers calls with pages by cursor, two of these posts each. */
const paged =
  (ids: () => string, titleOf = (id: string) => id) =>
  ({ path }: { path: string }): Reply => {
    const after = new URL(path, 'http://any').searchParams.get('after');
    const all = [...ids()];
    const from = after === null ? 0 : all.indexOf(after) + 1;
    const shown = all.slice(from, from + 2);
    const isLast = from + 2 >= all.length;
    return json(
      shown.map((id) => post(id, titleOf(id))),
      isLast ? {} : { Link: `<${list}?after=${shown.at(-1)}>; rel="next"` },
    );
  };

type Reading = Awaited<ReturnType<typeof loadReading>>;

/** Returns the ids of the cached list, page after page, and `!` where the next page is not cached. */
async function walk({ ask }: Reading): Promise<string> {
  let [listed, next]: [string, string | undefined] = ['', list];
  for (let page = 0; next && page < 30; page += 1) {
    const response: Response | undefined = await ask(next, { cache: 'force-cache' }).response;
    if (!response || response.type === 'error') return `${listed}!`;
    const posts: { _id: string }[] = await response.json();
    for (const { _id } of posts) if (!listed.includes(_id)) listed += _id;
    next = /<[^>]*(\/blog[^>]*)>/.exec(response.headers.get('Link') ?? '')?.[1];
  }
  return listed;
}

async function scroll({ read }: Reading, ...cursors: string[]): Promise<void> {
  await read(list);
  for (const cursor of cursors) await read(`${list}?after=${cursor}`);
}

test('a late answer for ?page=2 drops no post that moved onto that page meanwhile', async ({ backend, reading }) => {
  let ids = 'fedcba';
  const inPages = numbered(() => ids);
  backend.reply = inPages;
  for (const path of [list, `${list}?page=2`, `${list}?page=3`]) await reading.read(path);
  const { promise: later, resolve: answer } = Promise.withResolvers<Reply>();
  backend.reply = () => later;
  const asked = backend.received.length;
  const late = reading.ask(`${list}?page=2`);
  while (backend.received.length === asked) await nextTurn();
  const then = inPages({ path: `${list}?page=2` });
  ids = 'gfedcba';
  backend.reply = inPages;
  await reading.read(list);
  answer(then);
  await late.settled();
  await backend.stop();
  expect(await walk(reading)).toBe('gfedcba');
});

test('every post is reachable through cached pages that were read at different times', async () => {
  await using backend = await openOwnBackend(({ path }) =>
    path.startsWith(`${list}/`) ? status(404) : pages({ path }),
  );
  await using scope = openWorkerScope(backend.origin);
  let ids = 'fedcba';
  const pages = paged(() => ids);
  const reading = await loadReading(scope, backend);
  await scroll(reading, 'e');
  ids = 'edcba';
  await reading.read(list);
  // Reads the second page of the old list, which is still on screen. Then reads all pages of the new list.
  await reading.read(`${list}?after=e`);
  await scroll(reading, 'd', 'b');
  ids = 'gedcba';
  await reading.read(list);
  backend.reply = () => 'drop';
  expect(await walk(reading)).toBe('gedcba');
});

test('refreshing the first page after a delete stores no second page', async ({ backend, reading }) => {
  await fetchNothingAhead();
  let ids = 'fedcba';
  backend.reply = paged(() => ids);
  await scroll(reading);
  // The post at the top is deleted elsewhere: the page now ends one post further on.
  ids = 'edcba';
  await reading.read(list);
  expect(await reading.stored.lists()).toHaveLength(1);
});

test('after 14 visits with one new post each, at most 10 cached pages list all posts', async ({ backend, reading }) => {
  let ids = 'cba';
  backend.reply = paged(() => ids);
  await scroll(reading, 'b');
  for (const id of 'defghijklmnopq') {
    ids = id + ids;
    await reading.read(list);
  }
  await backend.stop();
  expect(await walk(reading)).toBe('qponmlkjihgfedcba');
  expect((await reading.stored.lists()).length).toBeLessThanOrEqual(10);
});

test('reading an evicted list page caches the page and notifies no client', async ({ scope, backend, reading }) => {
  await fetchNothingAhead();
  const ids = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  backend.reply = paged(() => ids);
  const cursors = Array.from({ length: reading.maxEntries.lists + 2 }, (_, n) => ids[2 * n + 1] ?? '');
  await scroll(reading, ...cursors);
  const evicted = `${list}?after=${cursors[0]}`;
  expect(JSON.parse(await reading.read(evicted))).toHaveLength(2);
  await eventually(async () =>
    expect(await (await reading.ask(evicted, { cache: 'force-cache' }).response)?.json()).toHaveLength(2),
  );
  expect(scope.changes()).toEqual([]);
});

test('at the limit of cached pages, refreshing a page after a delete evicts no page', async () => {
  await using backend = await openOwnBackend(() => status(404));
  await using scope = openWorkerScope(backend.origin);
  const reading = await loadReading(scope, backend);
  await fetchNothingAhead();
  let ids = 'zyxwvutsrqponmlkjihgfedcbaZYXWVUTSRQPONMLKJIHGFEDCBA';
  backend.reply = paged(() => ids);
  const cursors = Array.from({ length: reading.maxEntries.lists - 1 }, (_, n) => ids[2 * n + 1] ?? '');
  await scroll(reading, ...cursors);
  const last = `${list}?after=${cursors.at(-1)}`;
  ids = ids.replace(ids[2 * cursors.length + 1] ?? '', '');
  await reading.read(last);
  await backend.stop();
  expect(await walk(reading)).toBe(`${ids.slice(0, 2 * (cursors.length + 1))}!`);
});

test.for(['image', 'iframe', 'script', 'style', 'video'])(
  'readingCallOf returns undefined for a request with the destination %s',
  async (destination, { backend }) => {
    backend.reply = () => json([]);
    const { readingCallOf } = await import('../../src/reading/store/reading-call.ts');
    for (const path of [list, `${list}?x=1`, '/blog/posts/a', '/blog/users/u/posts']) {
      const request = new Request(backend.origin + path);
      expect(readingCallOf(request)).toBeDefined();
      Object.defineProperty(request, 'destination', { value: destination });
      expect(readingCallOf(request), path).toBeUndefined();
    }
  },
);

test('a list URL with unknown parameters is cached only if a page links to it', async ({ backend, read, stored }) => {
  backend.reply = () => json([post('a')], { Link: '<?after=a>; rel="next"' });
  await read(list);
  await read(`${list}?x=1`);
  await read(`${list}?after=a`);
  expect((await stored.lists()).map((url) => new URL(url).search)).toEqual(['', '?after=a']);
});

/** Delays the answer to each call until the test resolves it. */
function openAnswers() {
  const waiting: ((reply: Reply) => void)[] = [];
  return {
    waiting,
    reply: () => new Promise<Reply>((resolve) => void waiting.push(resolve)),
    async asked(count: number) {
      while (waiting.length < count) await nextTurn();
    },
  };
}

test('the worker tells the pages about a newer list that exceeds the quota', async ({ scope, backend, read }) => {
  using _ = catchErrors();
  backend.reply = () => json([post('a')]);
  await read(list);
  backend.reply = () => json([post('b')]);
  using faults = openRecordFaults();
  faults.hasRoomFor = (_record, key) => !key.startsWith('list/');
  expect(await read(list)).toBe(text([post('a')]));
  expect(scope.told).toContainEqual({ type: 'changed', url: backend.origin + list, isKept: false });
  expect(await read(list, { cache: 'no-store' })).toBe(text([post('b')]));
});

test('on a full device, a reload returns the newer list and notifies no page', async ({ scope, backend, read }) => {
  using _ = catchErrors();
  backend.reply = () => json([post('a')]);
  await read(list);
  backend.reply = () => json([post('b')]);
  using faults = openRecordFaults();
  faults.hasRoomFor = () => false;
  expect(await read(list, { cache: 'reload' })).toBe(text([post('b')]));
  expect(scope.told.filter(({ type }) => type === 'changed')).toEqual([]);
});

test('a confirmed delete hides the post even if the quota allows no write', async ({ backend, ask, read }) => {
  using errors = catchErrors();
  backend.reply = () => json([post('a'), post('b')]);
  const { removeDeletedPosts } = await import('../../src/reading/answers/confirmed-writes.ts');
  await read(list);
  using faults = openRecordFaults();
  faults.hasRoomFor = () => false;
  await removeDeletedPosts(['a']);
  await backend.stop();
  expect(await (await ask(list).response)?.json()).toEqual([post('b')]);
  expect(errors).toHaveBeenCalled();
});

test.for([
  ['404', () => status(404)],
  ['another title', () => json({ ...post('a'), title: 'Earlier' })],
] as const)(
  'a late answer (%s) for a post does not change a list that was requested later',
  async ([, late], { backend, ask, read }) => {
    const answers = openAnswers();
    backend.reply = () => json([post('a')]);
    await read(list);
    backend.reply = answers.reply;
    const early = ask('/blog/posts/a');
    await answers.asked(1);
    const later = ask(list);
    await answers.asked(2);
    answers.waiting[1]?.(json([post('a')]));
    await later.settled();
    answers.waiting[0]?.(late());
    await early.settled();
    expect(await read(list, { cache: 'force-cache' })).toBe(text([post('a')]));
  },
);

test('after a logout, a late answer to an earlier call restores no deleted post', async ({ backend, ask, read }) => {
  const answers = openAnswers();
  backend.reply = answers.reply;
  const { removeDeletedPosts } = await import('../../src/reading/answers/confirmed-writes.ts');
  const { clearPrivateReading } = await import('../../src/reading/store/clear-reading.ts');
  const early = ask(list);
  await answers.asked(1);
  await removeDeletedPosts(['a']);
  await clearPrivateReading();
  answers.waiting[0]?.(json([post('a'), post('b')]));
  await early.settled();
  backend.reply = () => json([post('b')]);
  expect(await read(list)).toBe(text([post('b')]));
});

test('a post missing from a newer first page leaves the list, and stays readable', async ({ backend, reading }) => {
  let ids = 'fedcba';
  backend.reply = paged(() => ids);
  await scroll(reading, 'e', 'c');
  ids = 'fdcbae';
  await reading.read(list);
  await backend.stop();
  expect(await walk(reading)).toBe('fdcba');
  expect(JSON.parse(await reading.read('/blog/posts/e'))).toEqual(post('e'));
});

test('a 404 for a post that has left the list removes the post from the device', async ({ backend, ask, read }) => {
  backend.reply = () => json([post('a'), post('b'), post('c')]);
  await read(list);
  backend.reply = ({ path }) => (path === list ? json([post('a'), post('c')]) : status(404));
  await read(list);
  expect(JSON.parse(await read('/blog/posts/b'))).toEqual(post('b'));
  await backend.stop();
  expect((await ask('/blog/posts/b').response)?.type).toBe('error');
});

test('a new list evicts at most half of the opened posts', async ({ backend, read, keep, maxEntries, stored }) => {
  const many = (prefix: string) => Array.from({ length: 500 }, (_, n) => post(`${prefix}${n}`));
  backend.reply = () => json(many('a'));
  for (let n = 1; n <= maxEntries.posts; n += 1) await keep(`/blog/posts/o${n}`, post(`o${n}`), n);
  await read(list);
  backend.reply = () => json(many('b'));
  await read(list);
  const opened = (await stored.posts()).filter((id) => id.startsWith('o'));
  expect(opened.length).toBeGreaterThanOrEqual(maxEntries.posts / 2);
  expect(await stored.posts()).toHaveLength(500 + maxEntries.posts);
});

/** Returns a function that answers calls with pages by page number, two of these posts each. */
const numbered =
  (ids: () => string) =>
  ({ path }: { path: string }): Reply => {
    const page = Number(new URL(path, 'http://any').searchParams.get('page') ?? 1);
    return json(
      [...ids()].slice(2 * page - 2, 2 * page).map((id) => post(id)),
      2 * page < ids().length ? { Link: `<${list}?page=${page + 1}>; rel="next"` } : {},
    );
  };

test('a cached ?page=2 grows to at most three times its size; posts stay readable', async ({ backend, reading }) => {
  let ids = 'fedcba';
  backend.reply = numbered(() => ids);
  for (const path of [list, `${list}?page=2`, `${list}?page=3`]) await reading.read(path);
  for (const id of 'ghijklmnopqrst') {
    ids = id + ids;
    await reading.read(list);
  }
  expect(await reading.stored.idsOn(`${backend.origin}${list}?page=2`)).toHaveLength(6);
  await backend.stop();
  expect(await walk(reading)).toBe('tsrqponmba');
  for (const id of ids) expect(JSON.parse(await reading.read(`/blog/posts/${id}`))).toEqual(post(id));
});

const summary = (id: string, title = id) => ({ _id: id, title, summary: 'In short.' });
const summaries: [string, object][] = [
  ['has no content field', summary('a', 'newer')],
  ['has empty content', { ...summary('a', 'newer'), content: '' }],
];

test.for(summaries)('a list entry that %s does not replace the stored content', async ([_, entry], { keep, read }) => {
  await keep('/blog/posts/a', post('a'), 1);
  await keep(list, [entry], 2);
  expect(JSON.parse(await read('/blog/posts/a'))).toEqual({ ...entry, content: 'Text of a' });
});

test('a post stored without its content is requested from the network first', async ({ backend, keep, read }) => {
  backend.reply = () => json(post('a'));
  await keep(list, [summary('a')], 1);
  expect(await read('/blog/posts/a')).toBe(text(post('a')));
  await backend.stop();
  expect(await read('/blog/posts/a')).toBe(text(post('a')));
});

test('empty content in the answer for a post replaces the content from a list', async ({ backend, keep, ask }) => {
  backend.reply = () => 'hang';
  await keep(list, [post('a')], 1);
  await keep('/blog/posts/a', { _id: 'a', title: 'emptied', content: '' }, 2);
  expect(JSON.parse(await ask('/blog/posts/a').body)).toEqual({ _id: 'a', title: 'emptied', content: '' });
});

test("a logout also removes a post that had left the user's own list", async ({ backend, read, stored }) => {
  const ownList = '/blog/users/u/posts';
  let ids = 'ba';
  backend.reply = () => json([...ids].map((id) => post(id)));
  await read(ownList);
  ids = 'b';
  await read(ownList);
  const { clearPrivateReading } = await import('../../src/reading/store/clear-reading.ts');
  await clearPrivateReading();
  expect(await stored.posts()).toEqual([]);
});
