// @module-tag promise
// @vitest-environment node
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { Post } from '../../src/contract/posts.ts';
import { catchErrors } from './support/console.ts';
import { modelRuns } from './support/model-runs.ts';
import { type Ending, kinds, type ListKind, pageSize, type ReadFault, readVersion } from './support/reading-backend.ts';
import { loadReader, openReadingWorld, type Reader, type ReadingWorld } from './support/reading-world.ts';
import { turns } from './support/turns.ts';

/** What may happen, and how much of what goes on meanwhile happens before the next. */
type Step = { turns: number; happens: (world: ReadingWorld) => void };

const named = (name: string, happens: (world: ReadingWorld) => void) =>
  Object.assign((world: ReadingWorld) => happens(world), { [fc.toStringMethod]: () => name });

const always = (name: string, happens: (world: ReadingWorld) => void) => fc.constant(named(name, happens));
const at = (name: string, happens: (world: ReadingWorld, index: number) => void) =>
  fc.nat(20).map((index) => named(`${name} ${index}`, (world) => happens(world, index)));

const happenings = fc.oneof(
  { weight: 12, arbitrary: at('answer', (w, index) => w.backend.deliver(index)) },
  { weight: 4, arbitrary: always('all answers', (w) => w.backend.deliverAll()) },
  { weight: 1, arbitrary: always('install', (w) => w.install()) },
  { weight: 3, arbitrary: always('take over', (w) => w.takeOver()) },
  { weight: 3, arbitrary: always('load', (w) => w.load()) },
  { weight: 2, arbitrary: always('reload', (w) => w.reload()) },
  { weight: 1, arbitrary: always('reload past the worker', (w) => w.forceReload()) },
  { weight: 7, arbitrary: always('scroll', (w) => w.scroll()) },
  { weight: 5, arbitrary: at('open', (w, index) => w.open(index)) },
  { weight: 4, arbitrary: always('back', (w) => w.back()) },
  { weight: 6, arbitrary: always('ask again', (w) => w.askAgain()) },
  { weight: 2, arbitrary: always('refresh', (w) => w.refresh()) },
  { weight: 5, arbitrary: always('publish', (w) => w.backend.publish()) },
  { weight: 2, arbitrary: at('edit', (w, index) => w.backend.edit(`p${index}`)) },
  { weight: 2, arbitrary: at('remove', (w, index) => w.backend.remove(`p${index}`)) },
  { weight: 3, arbitrary: at('delete elsewhere', (w, index) => w.deleteElsewhere(index)) },
  { weight: 2, arbitrary: always('publish here', (w) => w.publishHere()) },
  { weight: 4, arbitrary: at('delete here', (w, index) => w.deleteHere(index)) },
  { weight: 2, arbitrary: always('kill worker', (w) => w.killWorker()) },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: -400, max: 400 })
      .map((days) => named(`clock ${days} days`, () => vi.setSystemTime(Date.now() + days * 86_400_000))),
  },
  { weight: 1, arbitrary: always('4 s go by', () => vi.advanceTimersByTime(4_000)) },
);

const steps: fc.Arbitrary<Step> = fc.record({ turns: fc.integer({ min: 0, max: 14 }), happens: happenings });

/** A reader in peace, and a worker that comes at some time. */
const visits: fc.Arbitrary<Step> = fc.record({
  turns: fc.integer({ min: 0, max: 20 }),
  happens: fc.oneof(
    { weight: 7, arbitrary: always('all answers', (w) => w.backend.deliverAll()) },
    { weight: 2, arbitrary: at('answer', (w, index) => w.backend.deliver(index)) },
    { weight: 5, arbitrary: always('scroll', (w) => w.scroll()) },
    { weight: 5, arbitrary: at('open', (w, index) => w.open(index)) },
    { weight: 4, arbitrary: always('back', (w) => w.back()) },
    { weight: 2, arbitrary: always('load', (w) => w.load()) },
    { weight: 1, arbitrary: always('reload', (w) => w.reload()) },
    { weight: 1, arbitrary: always('install', (w) => w.install()) },
    { weight: 1, arbitrary: always('take over', (w) => w.takeOver()) },
    { weight: 3, arbitrary: always('publish', (w) => w.backend.publish()) },
    { weight: 1, arbitrary: at('edit', (w, index) => w.backend.edit(`p${index}`)) },
    { weight: 1, arbitrary: at('delete elsewhere', (w, index) => w.deleteElsewhere(index)) },
  ),
});

/** Answers that overtake each other, with a worker that lives. */
const races: fc.Arbitrary<Step> = fc.record({
  turns: fc.integer({ min: 6, max: 20 }),
  happens: fc.oneof(
    at('answer', (w, index) => w.backend.deliver(index)),
    always('ask again', (w) => w.askAgain()),
    always('refresh', (w) => w.refresh()),
    always('publish', (w) => w.backend.publish()),
    at('edit', (w, index) => w.backend.edit(`p${index}`)),
    at('delete here', (w, index) => w.deleteHere(index)),
    always('clock a day back', () => vi.setSystemTime(Date.now() - 86_400_000)),
  ),
});

const anySchedules = fc.record({
  posts: fc.integer({ min: 0, max: 18 }),
  ending: fc.constantFrom<Ending>('ends', 'ends', 'leads back', 'goes on'),
  /** So that a list is longer than the device may keep. */
  hasSmallBounds: fc.integer({ min: 0, max: 3 }).map((nth) => nth === 0),
  /** Whether there is a worker from the start, and has cached the list. */
  isServed: fc.boolean(),
  /** Pages of the list that are read before anything happens. */
  read: fc.integer({ min: 0, max: 3 }),
  steps: fc.array(steps, { minLength: 1, maxLength: 25, size: 'max' }),
  faults: fc.array(fc.constantFrom<ReadFault>('none', 'none', 'none', 'drop', '500', 'break off', 'web page'), {
    maxLength: 12,
  }),
  /** Puts that find no room, and before which step; without a number, all of them from then on. */
  full: fc.option(fc.record({ before: fc.nat(20), puts: fc.option(fc.integer({ min: 1, max: 6 }), { freq: 2 }) }), {
    nil: undefined,
    freq: 2,
  }),
});

type Schedule = typeof anySchedules extends fc.Arbitrary<infer T> ? T : never;

/** What came past the worker is what matters. */
const firstVisits: fc.Arbitrary<Schedule> = fc.record({
  posts: fc.integer({ min: 1, max: 14 }),
  ending: fc.constant('ends'),
  hasSmallBounds: fc.constant(false),
  isServed: fc.constant(false),
  read: fc.integer({ min: 1, max: 3 }),
  steps: fc.array(visits, { minLength: 1, maxLength: 12, size: 'max' }),
  faults: fc.constant([]),
  full: fc.constant(undefined),
});

/** More than the device may keep. */
const longLists: fc.Arbitrary<Schedule> = fc.record({
  posts: fc.integer({ min: 14, max: 26 }),
  ending: fc.constant('ends'),
  hasSmallBounds: fc.constant(true),
  isServed: fc.boolean(),
  read: fc.integer({ min: 2, max: 6 }),
  steps: fc.array(visits, { minLength: 1, maxLength: 8, size: 'max' }),
  faults: fc.constant([]),
  full: fc.constant(undefined),
});

const schedules = fc.oneof(
  { weight: 3, arbitrary: anySchedules },
  { weight: 2, arbitrary: firstVisits },
  { weight: 1, arbitrary: longLists },
);

const raceSchedules: fc.Arbitrary<Schedule> = fc.record({
  posts: fc.integer({ min: 1, max: 6 }),
  ending: fc.constant('ends'),
  hasSmallBounds: fc.constant(false),
  isServed: fc.constant(true),
  read: fc.constant(0),
  steps: fc.array(races, { minLength: 4, maxLength: 12, size: 'max' }),
  faults: fc.constant([]),
  full: fc.constant(undefined),
});

async function play(reader: Reader, { isServed, read, steps: all, faults, full, ...circumstances }: Schedule) {
  // The empty pages of a list without end have URLs of their own, and evict the few pages that are cached.
  if (circumstances.hasSmallBounds) circumstances.ending = 'ends';
  await using world = await openReadingWorld(reader, circumstances);
  if (isServed) world.takeOver();
  world.load();
  if (isServed) await world.settle();
  for (let pages = 0; pages < read; pages += 1) {
    await world.answerAll();
    world.scroll();
  }
  world.backend.faults = [...faults];
  for (const [index, { turns: count, happens }] of all.entries()) {
    if (full?.before === index) world.caches.refused = full.puts ?? Number.POSITIVE_INFINITY;
    happens(world);
    await turns(count);
  }
  // Every fault is over; the worker has come, at the latest now, and what was shown is handed over to it.
  world.backend.faults = [];
  if (full?.puts !== null) world.caches.refused = 0;
  await world.settle();
  world.takeOver();
  await world.settle();
  // What failed is handed over again when the reader comes back.
  if (full || faults.length > 0 || world.hasKilled()) {
    world.returnToForeground();
    await world.settle();
  }
  if (!full && !world.hasKilled()) await verifyOrder(world);
  if (!full && !world.hasSmallBounds) await verifyWithoutNetwork(world);
  world.backend.isGone = false;
  await verifyNewest(world);
  if (!full) await (world.hasSmallBounds ? verifyLastVisit(world) : verifyWithoutNetwork(world));
  expect(world.calls(), 'calls that nobody asked for').toBeLessThan(1_000);
  expect(world.faults).toEqual([]);
}

/** What was shown and is not known to be deleted can be read, and the list goes on to its end. */
async function verifyWithoutNetwork(world: ReadingWorld) {
  const { listed, listedUnserved, opened, backend, reader } = world;
  const [wereListed, wereOpened, versions] = [[...listed], [...opened], new Map(world.versions)];
  const isThere = (id: string) => backend.posts.some((post) => post.id === id);
  const readable = await readList(world);
  // A post that has moved to a page fetched earlier leaves the list until that page is fetched again. Its text stays.
  const hasMovedUp = reader.kind === 'reordered' || (reader.kind === 'pages' && backend.hasRemoved);
  // A worker that comes later looks for what was listed on two pages more, and not behind more new posts than those have.
  const isPushedOut = (id: string) => backend.newPosts - (listedUnserved.get(id) ?? backend.newPosts) > 2 * pageSize;
  if (!hasMovedUp) {
    expect(
      wereListed.filter((id) => isThere(id) && !isPushedOut(id) && !readable.has(id)),
      'listed, and still in the list',
    ).toEqual([]);
  }
  // Whoever was killed over the answer has not heard that it is gone.
  const gone = new Set([...world.deleted, ...(world.hasKilled() ? [] : world.deletedElsewhere)]);
  expect(
    [...gone].filter((id) => readable.has(id)),
    'deleted, and not in the list',
  ).toEqual([]);
  const withText = new Set(reader.kind === 'summaries' ? wereOpened : [...wereListed, ...wereOpened]);
  for (const id of [...withText].filter(isThere)) {
    const post = await readPost(world, id);
    expect(post?.content, `the text of ${id}`).toBe(`Text of ${id}`);
    if (post) expect(readVersion(post), `the version of ${id}`).toBeGreaterThanOrEqual(versions.get(id) ?? 0);
  }
  for (const id of gone) expect(await readPost(world, id), `${id} is deleted`).toBeUndefined();
  if (!world.hasKilled()) await verifyPictures(world);
  const odd = world.caches.urlsIn('lists').filter((url) => url.includes('?x='));
  expect(odd, 'pictures are no lists').toEqual([]);
}

/**
 * Where more was shown than the device may keep, the list's beginning is kept, and the page that was asked for last. What
 * lies between may have been shown from older copies, which go first.
 */
async function verifyLastVisit(world: ReadingWorld) {
  const { caches, reader } = world;
  world.load();
  await world.settle();
  world.scroll();
  await world.settle();
  const last = world.backend.calls.findLast((url) => url === reader.home || url.startsWith(`${reader.home}?after=`));
  if (reader.kind === 'cursors') expect(caches.urlsIn('lists'), 'asked for last').toContain(last);
  const shown = world.ids().slice(0, pageSize);
  const readable = await readList(world);
  expect(
    shown.filter((id) => !readable.has(id)),
    'shown last, and in the list',
  ).toEqual([]);
  if (reader.kind !== 'summaries') {
    for (const id of shown) expect((await readPost(world, id))?.content, `the text of ${id}`).toBe(`Text of ${id}`);
  }
  expect(caches.urlsIn('posts').length).toBeLessThanOrEqual(reader.maxEntries.posts);
  const images = [...caches.urlsIn('images'), ...caches.urlsIn('opaque-images')];
  expect(images.length).toBeLessThanOrEqual(reader.maxEntries.images);
}

/** As far as it goes without a network. */
async function readList(world: ReadingWorld): Promise<Set<string>> {
  world.backend.isGone = true;
  world.load();
  await world.settle();
  for (let pages = -1; pages < world.pageCount() && world.isMore(); ) {
    pages = world.pageCount();
    world.scroll();
    await world.settle();
  }
  return new Set(world.ids());
}

async function readPost(world: ReadingWorld, id: string): Promise<Post | undefined> {
  expect(world.backend.isGone).toBe(true);
  try {
    const response = await world.ask(`${world.reader.home}/${id}`);
    return await response.json();
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

async function verifyPictures(world: ReadingWorld) {
  for (const url of world.pictures) {
    const answer = await world.askPicture(url)?.catch(() => undefined);
    expect(answer?.ok, `${url} was shown, and is here`).toBe(true);
  }
}

/** The cached list is the newest that has arrived, without the posts deleted since. */
async function verifyOrder({ reader, newest, deleted, backend }: ReadingWorld) {
  const isThere = (id: string) => !deleted.has(id) && backend.posts.some((post) => post.id === id);
  const copy = await (await caches.open('lists')).match(reader.home);
  if (newest().length === 0 || !copy) return;
  const cached: { _id: string; title: string }[] = await copy.json();
  const titlesOf = (posts: { _id: string; title: string }[]) =>
    posts.filter(({ _id }) => isThere(_id)).map(({ title }) => title);
  expect(titlesOf(cached), 'the newest list').toEqual(titlesOf(newest()));
}

/** A reader who comes back with a network sees what the backend has now. */
async function verifyNewest(world: ReadingWorld) {
  const { backend } = world;
  world.load();
  await world.settle();
  const shown = world.titles();
  const newest = backend.posts.map(({ id, version }) => `${id} ${version}`);
  expect(shown, 'the newest state').toEqual(newest.slice(0, shown.length));
  expect(shown.length, 'a page of it').toBe(
    world.reader.kind === 'whole' || world.reader.kind === 'summaries'
      ? newest.length
      : Math.min(pageSize, newest.length),
  );
}

const runs = modelRuns({ properties: 8 });

/** Others for each kind of list, but the same ones when the printed seed is given again. */
const parametersOf = (kind: ListKind) => ({ ...runs, seed: runs.seed + kinds.indexOf(kind) });

test.each<{ kind: ListKind; how: string }>([
  { kind: 'cursors', how: 'with cursors' },
  { kind: 'foreign cursors', how: 'with cursors of another backend' },
  { kind: 'pages', how: 'in numbered pages' },
  { kind: 'reordered', how: 'in an order that edits change' },
  { kind: 'whole', how: 'whole' },
  { kind: 'summaries', how: 'without the texts' },
])(
  'whatever happens, what was shown can be read without a network, of a list that comes $how',
  { timeout: Math.max(120_000, runs.numRuns * 100) },
  async ({ kind }) => {
    using _ = catchErrors();
    const reader = await loadReader(kind);
    await fc.assert(
      fc.asyncProperty(schedules, (schedule) => play(reader, schedule)),
      parametersOf(kind),
    );
  },
);

test.each<{ kind: ListKind; how: string }>([
  { kind: 'cursors', how: 'with cursors' },
  { kind: 'whole', how: 'whole' },
])(
  'however answers overtake each other, the newest is cached in the end, of a list that comes $how',
  { timeout: Math.max(120_000, runs.numRuns * 100) },
  async ({ kind }) => {
    using _ = catchErrors();
    const reader = await loadReader(kind);
    await fc.assert(
      fc.asyncProperty(raceSchedules, (schedule) => play(reader, schedule)),
      parametersOf(kind),
    );
  },
);

test('a list is cached to its end although a post published while it is handed over replaces its beginning', async () => {
  using _ = catchErrors();
  const reader = await loadReader('foreign cursors');
  const steps: Step[] = [
    { turns: 2, happens: (w) => w.scroll() },
    { turns: 12, happens: (w) => w.backend.deliver(10) },
    { turns: 13, happens: (w) => w.takeOver() },
    { turns: 1, happens: (w) => w.askAgain() },
    { turns: 9, happens: (w) => w.scroll() },
    { turns: 5, happens: (w) => w.takeOver() },
    { turns: 3, happens: (w) => w.reload() },
    { turns: 10, happens: (w) => w.backend.deliver(18) },
    { turns: 10, happens: (w) => w.publishHere() },
  ];
  const device = { posts: 13, ending: 'ends', hasSmallBounds: false, isServed: false, read: 2 } as const;
  await play(reader, { ...device, steps, faults: [], full: undefined });
});

test('a post deleted elsewhere is not read from a page that was assembled before the answer came', async () => {
  using _ = catchErrors();
  const reader = await loadReader('pages');
  const steps: Step[] = [
    { turns: 0, happens: (w) => w.deleteElsewhere(2) },
    { turns: 0, happens: (w) => w.backend.publish() },
    { turns: 0, happens: (w) => w.back() },
    { turns: 0, happens: (w) => w.backend.publish() },
    { turns: 0, happens: (w) => w.backend.deliver(0) },
  ];
  const device = { posts: 5, ending: 'ends', hasSmallBounds: false, isServed: true, read: 2 } as const;
  await play(reader, { ...device, steps, faults: [], full: undefined });
});
