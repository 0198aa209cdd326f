// @module-tag promise
// @vitest-environment node
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { imagesNamedIn } from '../../src/contract/named-images.ts';
import type { Draft } from '../../src/data/drafts/drafts.ts';
import {
  type Authoring,
  type Decision,
  loadAuthoring,
  openWorld,
  textOf,
  type Work,
  type World,
} from './support/authoring-world.ts';
import { catchErrors } from './support/console.ts';
import { isPlain, someManners, type Text, visibleManners } from './support/manners.ts';
import { type Fault, faults, listFaults, turns } from './support/model-backend.ts';
import { modelRuns } from './support/model-runs.ts';

/** What may happen, and how much of what goes on meanwhile happens before the next. */
type Step = { turns: number; happens: (world: World) => void };

const step = (happens: fc.Arbitrary<(world: World) => void>): fc.Arbitrary<Step> =>
  fc.record({
    turns: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 0, max: 12 }) },
      { weight: 1, arbitrary: fc.constant(60) },
    ),
    happens,
  });

const tab = fc.constantFrom(0 as const, 1 as const, 2 as const);
const firstTab = fc.constantFrom(0 as const, 0 as const, 0 as const, 1 as const);
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
  { weight: 1, arbitrary: step(tab.map((t) => named(`sweep images in ${t}`, (w) => w.sweep(w.tab(t))))) },
  { weight: 1, arbitrary: step(tab.map((t) => named('log in ada', (w) => w.logIn(w.tab(t), 'ada')))) },
  { weight: 1, arbitrary: step(tab.map((t) => named('log in grace', (w) => w.logIn(w.tab(t), 'grace')))) },
  { weight: 1, arbitrary: step(tab.map((t) => named('log out', (w) => w.logOut(w.tab(t))))) },
  {
    weight: 2,
    arbitrary: step(fc.tuple(tab, entry).map(([t, at]) => named(`cancel ${at}`, (w) => w.cancel(w.tab(t), at)))),
  },
  {
    weight: 4,
    arbitrary: step(fc.tuple(tab, entry).map(([t, at]) => named(`discard ${at}`, (w) => w.discard(w.tab(t), at)))),
  },
  { weight: 4, arbitrary: step(tab.map((t) => named(`undo in ${t}`, (w) => w.undo(w.tab(t))))) },
  {
    weight: 4,
    arbitrary: step(
      fc
        .tuple(tab, entry, fc.boolean())
        .map(([t, at, isPressed]) =>
          named(`take back ${at}${isPressed ? ' and press' : ''} in ${t}`, (w) => w.takeBack(w.tab(t), at, isPressed)),
        ),
    ),
  },
  {
    weight: 3,
    arbitrary: step(
      fc
        .tuple(tab, entry, fc.boolean())
        .map(([t, at, isCorrected]) =>
          named(`${isCorrected ? 'correct' : 'open'} ${at} and press in ${t}`, (w) =>
            w.edit(w.tab(t), at, isCorrected),
          ),
        ),
    ),
  },
  {
    weight: 4,
    arbitrary: step(
      fc
        .tuple(tab, entry, fc.boolean())
        .map(([t, at, isCorrected]) =>
          named(`cancel ${at}, ${isCorrected ? 'correct' : 'leave'} it and press in ${t}`, (w) =>
            w.cancelAndEdit(w.tab(t), at, isCorrected),
          ),
        ),
    ),
  },
  {
    weight: 3,
    arbitrary: step(
      fc.tuple(entry, fc.nat(20)).map(([at, pause]) => named(`quarrel over ${at}`, (w) => w.quarrel(at, pause))),
    ),
  },
  { weight: 2, arbitrary: step(tab.map((t) => named(`reload ${t}`, (w) => w.reload(t)))) },
  { weight: 4, arbitrary: step(tab.map((t) => named(`open the form in ${t}`, (w) => w.openForm(w.tab(t))))) },
  { weight: 2, arbitrary: step(tab.map((t) => named(`leave the form in ${t}`, (w) => w.leaveForm(w.tab(t))))) },
  { weight: 6, arbitrary: step(tab.map((t) => named(`type in ${t}`, (w) => w.type(w.tab(t))))) },
  { weight: 4, arbitrary: step(tab.map((t) => named(`press in the form of ${t}`, (w) => w.pressForm(w.tab(t))))) },
  { weight: 1, arbitrary: step(tab.map((t) => named(`start afresh in ${t}`, (w) => w.startAfresh(w.tab(t))))) },
  {
    weight: 1,
    arbitrary: step(
      fc.tuple(tab, entry).map(([t, at]) => named(`open ${at} in the form of ${t}`, (w) => w.openInForm(w.tab(t), at))),
    ),
  },
  {
    weight: 2,
    arbitrary: step(
      fc
        .tuple(tab, entry, fc.constantFrom('second' as const, 'form' as const, 'discard' as const))
        .map(([t, at, decision]) => named(`decide ${at}: ${decision}`, (w) => w.decide(w.tab(t), at, decision))),
    ),
  },
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
      fc.integer({ min: -400, max: 400 }).map((days) =>
        named(`clock jumps ${days} days`, (w) => {
          vi.setSystemTime(Date.now() + days * 1440 * minute);
          w.backend.clockJumps();
        }),
      ),
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
      fc.integer({ min: 1, max: 150 }).map((count) => named(`device hangs for ${count} turns`, (w) => w.hang(count))),
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

/** In and around forms, and drafts that several tabs argue over. */
const formSteps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: step(tab.map((t) => named(`open the form in ${t}`, (w) => w.openForm(w.tab(t))))) },
  { weight: 6, arbitrary: step(firstTab.map((t) => named(`type in ${t}`, (w) => w.type(w.tab(t))))) },
  {
    weight: 5,
    arbitrary: step(firstTab.map((t) => named(`press in the form of ${t}`, (w) => w.pressForm(w.tab(t))))),
  },
  { weight: 4, arbitrary: step(firstTab.map((t) => named(`leave the form in ${t}`, (w) => w.leaveForm(w.tab(t))))) },
  { weight: 4, arbitrary: step(firstTab.map((t) => named(`reload ${t}`, (w) => w.reload(t)))) },
  { weight: 1, arbitrary: step(firstTab.map((t) => named(`kill ${t}`, (w) => w.kill(t)))) },
  {
    weight: 3,
    arbitrary: step(
      fc.tuple(tab, entry).map(([t, at]) => named(`open ${at} in the form of ${t}`, (w) => w.openInForm(w.tab(t), at))),
    ),
  },
  { weight: 3, arbitrary: step(fc.constant(named('press 0 in 0', (w) => w.press(w.tab(0), 0)))) },
  { weight: 3, arbitrary: step(fc.nat(20).map((pause) => named('quarrel', (w) => w.quarrel(0, pause)))) },
  {
    weight: 3,
    arbitrary: step(
      fc.integer({ min: 1, max: 2_000 }).map((ms) => named(`${ms} ms go by`, () => vi.advanceTimersByTime(ms))),
    ),
  },
  {
    weight: 3,
    arbitrary: step(
      fc.integer({ min: 1, max: 6 }).map((writes) => named(`no room for ${writes} writes`, (w) => w.fill(writes))),
    ),
  },
  {
    weight: 1,
    arbitrary: step(
      fc.integer({ min: 1, max: 150 }).map((count) => named(`device hangs for ${count} turns`, (w) => w.hang(count))),
    ),
  },
);

const openedForm: Step = { turns: 60, happens: named('open the form in 0', (w) => w.openForm(w.tab(0))) };

/** One post, and what may happen to its answer. */
const quietSteps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: step(tab.map((t) => named(`send all in ${t}`, (w) => w.send(w.tab(t), 'all')))) },
  { weight: 1, arbitrary: step(tab.map((t) => named(`kill ${t}`, (w) => w.kill(t)))) },
  {
    weight: 3,
    arbitrary: step(
      fc.integer({ min: 1, max: 2 * minute }).map((ms) => named(`${ms} ms go by`, () => vi.advanceTimersByTime(ms))),
    ),
  },
);

const pressedWithPictures: Step = { turns: 60, happens: named('press 1 in 0', (w) => w.press(w.tab(0), 1)) };

const pressed: Step = { turns: 60, happens: named('press 0 in 0', (w) => w.press(w.tab(0), 0)) };

const after = (first: Step, following: fc.Arbitrary<Step>, maxLength: number) =>
  fc.array(following, { maxLength, size: 'max' }).map((rest) => [first, ...rest]);

const anySchedules = fc.record({
  steps: fc.oneof(
    { weight: 4, arbitrary: fc.array(steps, { minLength: 1, maxLength: 25, size: 'max' }) },
    { weight: 2, arbitrary: after(openedForm, formSteps, 14) },
    { weight: 1, arbitrary: after(pressed, quietSteps, 6) },
    { weight: 2, arbitrary: after(pressedWithPictures, fc.oneof(quietSteps, steps), 8) },
  ),
  writing: fc.array(fc.constantFrom(...faults), { maxLength: 15, size: 'max' }),
  listing: fc.oneof(
    fc.constant<(typeof listFaults)[number][]>([]),
    fc.array(fc.constantFrom(...listFaults), { maxLength: 15, size: 'max' }),
  ),
  manners: someManners,
  older: fc.oneof(fc.constant<number[]>([]), fc.array(fc.nat(1), { maxLength: 2 })),
  /** What authors say at the end who are asked whether a text is to be published too; then yes. */
  answers: fc.array(fc.constantFrom<Decision>('second', 'form', 'discard'), { maxLength: 4 }),
});

type Schedule = typeof anySchedules extends fc.Arbitrary<infer T> ? T : never;

/** One post whose answers are lost, at a backend that shows what it has. */
const lostAnswers: fc.Arbitrary<Schedule> = fc.record({
  steps: after(pressed, quietSteps, 6),
  writing: fc.array(fc.constantFrom<Fault>('drop before', 'drop after', 'late', 'hang', '500 after'), { maxLength: 4 }),
  listing: fc.constant([]),
  manners: visibleManners,
  older: fc.constant([]),
  answers: fc.constant([]),
});

const schedules = fc.oneof({ weight: 10, arbitrary: anySchedules }, { weight: 2, arbitrary: lostAnswers });

async function play(app: Authoring, schedule: Schedule) {
  const { steps, writing, listing, manners, older, answers } = schedule;
  await using world = await openWorld(app);
  world.backend.writing = [...writing];
  if (!app.knowsKeys) {
    world.backend.listing = [...listing];
    Object.assign(world.backend.manners, manners);
  }
  for (const which of older) world.backend.addOlder('ada', textOf('ada', which));
  for (const { turns: count, happens } of steps) {
    happens(world);
    await turns(count);
  }
  await world.end([...answers]);
  await verify(world);
  if (!app.knowsKeys && isShown(schedule)) verifyNotAskedInVain(world);
}

/** A backend that shows what it has, and whose list could always be read. */
const isShown = ({ listing, manners, older }: Schedule): boolean =>
  [...listing, ...older].length === 0 && isPlain(manners);

/** Whoever wrote one post, once, need not be asked whether it is the one. */
function verifyNotAskedInVain({ works, questions }: World) {
  for (const work of questions) {
    const isOnly = works.filter(({ user }) => user === work.user).length === 1;
    const isOnce = work.presses === 1 && work.turn === 1;
    expect(isOnly && isOnce, `${work.title}: asked without need`).toBe(false);
  }
}

async function verify(world: World) {
  const { app, backend, works, sentAfterTakenOut } = world;
  expect(await app.readOutbox(), 'nothing waits for ever').toEqual([]);
  expect(world.isSending(), 'whoever has sent lets others send').toBe(false);
  expect(sentAfterTakenOut, 'what was taken out is not sent').toEqual([]);
  const posts = backend.posts.filter(({ isOlder }) => !isOlder);
  expect(
    posts.filter(({ user, title }) => !title.startsWith(user)),
    'nobody publishes for another',
  ).toEqual([]);
  const drafts = await app.readRecords<Draft>('draft/');
  const asides = world.asides();
  const inForms = await world.textsInForms();
  const isPressedOnce = (text: Text) => works.filter((work) => wordsOf(work.text) === wordsOf(text)).length === 1;
  const words = [...posts, ...[...drafts, ...asides].map(({ post }) => post)].map(wordsOf);
  for (const { text, told, isDiscarded, isUnsure } of works) {
    if (told === 'taken' && isPressedOnce(text))
      expect(inForms.map(wordsOf), 'no form shows what is published').not.toContain(wordsOf(text));
    if (!isDiscarded && !isUnsure)
      expect(words, 'the words as last pressed are published or here').toContain(wordsOf(text));
  }

  for (const title of new Set(works.map((work) => work.title))) {
    const of = works.filter((work) => work.title === title);
    const stored = posts.filter((post) => post.title.trim() === title.trim()).length;
    const here = [...drafts, ...asides].filter(({ post }) => post.title === title);
    const kept = new Set(here.map(({ id }) => id)).size;
    const must = of.filter(({ told }) => told === 'taken' || told === 'waiting');
    const may = of.filter(({ told, presses }) => presses > 1 || (told !== 'refused' && told !== 'not kept'));
    const seconds = of.reduce((sum, work) => sum + work.seconds, 0);
    // Nobody can wait for a call for ever that a backend without keys may still take.
    const stragglers = app.knowsKeys ? 0 : backend.stragglers.filter((call) => call.title === title).length;
    // Without keys, what was in doubt and pressed again may be taken for its twin: the words are there, once.
    const wereInDoubt = !app.knowsKeys && of.some(({ wasInDoubt }) => wasInDoubt);
    const wanted = of.filter(({ isDiscarded, isUnsure }) => !isDiscarded && !isUnsure);
    const twinsOf = (some: Work[]) => (wereInDoubt ? Math.max(some.length - 1, 0) : 0);
    expect(stored, `${title}: confirmed and not lost`).toBeGreaterThanOrEqual(must.length - twinsOf(must));
    expect(stored, `${title}: not published twice`).toBeLessThanOrEqual(may.length + seconds + stragglers);
    expect(stored + kept, `${title}: published or kept on the device`).toBeGreaterThanOrEqual(
      wanted.length - twinsOf(wanted),
    );
  }
  if (!app.knowsKeys) return;
  expect(backend.early, 'no post comes before its pictures').toEqual([]);
  const named = drafts
    .filter(({ discardedAt }) => discardedAt === undefined)
    .flatMap(({ post }) => imagesNamedIn(post));
  for (const name of named) expect(await app.readImageBytes(name), 'a draft has its pictures').toBeDefined();
  for (const { ids, told, title, seconds } of works) {
    const stored = posts.filter(({ key }) => key !== null && ids.has(key)).length;
    if (told === 'taken' || told === 'waiting') expect(stored, `${title}: there`).toBeGreaterThanOrEqual(1);
    expect(stored, `${title}: once, but for its author's word`).toBeLessThanOrEqual(1 + seconds);
  }
}

const wordsOf = ({ title, content }: Text): string => `${title} ${content}`.replace(/\s+/g, ' ').trim();

const parameters = modelRuns({ properties: 2 });

test.each([
  { backend: 'the own backend', host: '' as const },
  { backend: 'a backend that knows no keys', host: 'http://other.example' as const },
])(
  'whatever happens, what is confirmed is published exactly once, by $backend',
  { timeout: Math.max(120_000, parameters.numRuns * 100) },
  async ({ host }) => {
    using _ = catchErrors();
    const app = await loadAuthoring(host);
    await fc.assert(
      fc.asyncProperty(schedules, (schedule) => play(app, schedule)),
      parameters,
    );
  },
);
