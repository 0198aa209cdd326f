// @vitest-environment node
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { type Authoring, loadAuthoring, openWorld, type World } from './support/authoring-world.ts';
import { catchErrors } from './support/console.ts';
import { faults, listFaults, turns } from './support/model-backend.ts';

/** What may happen, and how much of what goes on meanwhile happens before the next. */
type Step = { turns: number; happens: (world: World) => void };

const step = (happens: fc.Arbitrary<(world: World) => void>): fc.Arbitrary<Step> =>
  fc.record({ turns: fc.integer({ min: 0, max: 12 }), happens });

const tab = fc.constantFrom(0 as const, 1 as const, 2 as const);
const entry = fc.nat(3);
const minute = 60_000;

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: step(
      fc.tuple(tab, fc.nat(1)).map(([t, text]) => named(`press ${text} in ${t}`, (w) => w.press(w.tab(t), text))),
    ),
  },
  {
    weight: 4,
    arbitrary: step(
      fc
        .tuple(tab, fc.constantFrom('due' as const, 'all' as const))
        .map(([t, reach]) => named(`send ${reach} in ${t}`, (w) => w.send(w.tab(t), reach))),
    ),
  },
  {
    weight: 2,
    arbitrary: step(tab.map((t) => named(`sync ${t}`, (w) => w.app.knowsKeys && w.sendFromWorker(w.tab(t))))),
  },
  { weight: 2, arbitrary: step(tab.map((t) => named(`kill ${t}`, (w) => w.kill(t)))) },
  { weight: 1, arbitrary: step(tab.map((t) => named('log in ada', (w) => w.logIn(w.tab(t), 'ada')))) },
  { weight: 1, arbitrary: step(tab.map((t) => named('log in grace', (w) => w.logIn(w.tab(t), 'grace')))) },
  { weight: 1, arbitrary: step(tab.map((t) => named('log out', (w) => w.logOut(w.tab(t))))) },
  {
    weight: 2,
    arbitrary: step(fc.tuple(tab, entry).map(([t, at]) => named(`cancel ${at}`, (w) => w.cancel(w.tab(t), at)))),
  },
  {
    weight: 2,
    arbitrary: step(fc.tuple(tab, entry).map(([t, at]) => named(`discard ${at}`, (w) => w.discard(w.tab(t), at)))),
  },
  { weight: 2, arbitrary: step(tab.map((t) => named('undo', (w) => w.undo(w.tab(t))))) },
  {
    weight: 2,
    arbitrary: step(fc.tuple(tab, entry).map(([t, at]) => named(`try again ${at}`, (w) => w.tryAgain(w.tab(t), at)))),
  },
  {
    weight: 4,
    arbitrary: step(
      fc.integer({ min: 1, max: 20 * minute }).map((ms) => named(`${ms} ms go by`, () => vi.advanceTimersByTime(ms))),
    ),
  },
  {
    weight: 1,
    arbitrary: step(
      fc
        .integer({ min: -400, max: 400 })
        .map((days) => named(`clock jumps ${days} days`, () => vi.setSystemTime(Date.now() + days * 1440 * minute))),
    ),
  },
  {
    weight: 1,
    arbitrary: step(
      fc
        .constantFrom('told' as const, 'silent' as const)
        .map((how) => named(`connections close (${how})`, (w) => w.records.closeConnections(how))),
    ),
  },
  {
    weight: 1,
    arbitrary: step(
      fc.integer({ min: 1, max: 3 }).map((writes) => named(`no room for ${writes} writes`, (w) => w.fill(writes))),
    ),
  },
);

function named(name: string, happens: (world: World) => unknown): (world: World) => void {
  return Object.assign((world: World) => void happens(world), { [fc.toStringMethod]: () => name });
}

const schedules = fc.record({
  steps: fc.array(steps, { minLength: 1, maxLength: 25 }),
  writing: fc.array(fc.constantFrom(...faults), { maxLength: 15 }),
  listing: fc.array(fc.constantFrom(...listFaults), { maxLength: 15 }),
});

async function play(
  app: Authoring,
  { steps, writing, listing }: typeof schedules extends fc.Arbitrary<infer T> ? T : never,
) {
  await using world = await openWorld(app);
  world.backend.writing = [...writing];
  world.backend.listing = [...listing];
  for (const { turns: count, happens } of steps) {
    happens(world);
    await turns(count);
  }
  await world.end();
  await verify(world);
}

async function verify({ app, backend, presses, sentAfterTakenOut, doubtfullyBack, isTakenOut }: World) {
  expect(await app.readOutbox(), 'nothing waits for ever').toEqual([]);
  expect(sentAfterTakenOut, 'what was taken out is not sent').toEqual([]);
  expect(
    backend.posts.filter(({ user, title }) => !title.startsWith(user)),
    'nobody publishes for another',
  ).toEqual([]);
  const drafts = await app.readRecords<{ post: { title: string } }>('draft/');

  for (const title of new Set(presses.map((press) => press.title))) {
    const of = presses.filter((press) => press.title === title);
    const stored = backend.posts.filter((post) => post.title === title).length;
    const kept = drafts.filter(({ post }) => post.title === title).length;
    const isOut = ({ id }: { id?: string }) => id !== undefined && isTakenOut(id);
    const must = of.filter((press) => (press.told === 'taken' || press.told === 'waiting') && !isOut(press)).length;
    const may = must + of.filter((press) => press.told === 'nothing' || isOut(press)).length;
    const atLeast = !app.knowsKeys && doubtfullyBack.has(title) ? Math.min(must, 1) : must;
    expect(stored, `${title}: confirmed and not lost`).toBeGreaterThanOrEqual(atLeast);
    if (!backend.hidden.has(title)) expect(stored, `${title}: not published twice`).toBeLessThanOrEqual(may);
    // What without keys is taken for its twin is neither published nor kept once more, but its words are.
    const known = of.length - (must - atLeast);
    expect(stored + kept, `${title}: published or kept on the device`).toBeGreaterThanOrEqual(known);
  }
  if (app.knowsKeys) {
    for (const { id, told, title } of presses) {
      const stored = backend.posts.filter(({ key }) => key === id).length;
      if (id === undefined || isTakenOut(id)) continue;
      if (told === 'taken' || told === 'waiting') expect(stored, `${title} (${id})`).toBe(1);
      if (told === 'refused' || told === 'not kept') expect(stored, `${title} (${id})`).toBe(0);
    }
  }
}

/** `FC_SEED` plays a run again that failed; `FC_RUNS` says how many schedules. */
const parameters = {
  numRuns: Number(process.env.FC_RUNS ?? 1_000),
  ...(process.env.FC_SEED && { seed: Number(process.env.FC_SEED) }),
};

test.each([
  { backend: 'the own backend', host: '' as const },
  { backend: 'a backend that knows no keys', host: 'http://other.example' as const },
])(
  'whatever happens, what is confirmed is published exactly once, by $backend',
  { timeout: 120_000 },
  async ({ host }) => {
    using _ = catchErrors();
    const app = await loadAuthoring(host);
    await fc.assert(
      fc.asyncProperty(schedules, (schedule) => play(app, schedule)),
      parameters,
    );
  },
);
