import fc from 'fast-check';
import { shareAPost } from './beginning.ts';
import { BrokenPromise } from './broken-promise.ts';
import type { Programs } from './build-programs.ts';
import type { Device } from './device.ts';
import type { ForeignHabits } from './foreign-backend.ts';
import type { Happening } from './happenings/happening.ts';
import { always, happeningNamed, kinds, themes } from './happenings/themes.ts';
import { isDeploy } from './happenings/updating.ts';
import { writing } from './happenings/writing.ts';
import { type Manners, someManners, visibleManners } from './manners.ts';
import { networkFaults } from './network.ts';
import { openWorld } from './open-world.ts';
import { verifySafety, verifyWhenFaultsEnd } from './promises.ts';
import type { World } from './world.ts';

/** The plan of a life, which is one run of the simulated world: how it begins, its steps, and its network faults. */
interface Life {
  steps: Step[];
  rates: Record<string, number>;
  /** Whether the life begins with a post whose author uses both devices. */
  isShared: boolean;
  isInUse: boolean;
  /** Whether the life begins with a blog longer than the devices have room for. */
  isLong: boolean;
  /** The index of the device whose browser forbids storage; -1 if no browser does. */
  forbidden: number;
  /** The seeds `order` and `luck`, as in a step, for the time after all faults have ended. */
  end: { order: number; luck: number };
  /** The habits of a foreign backend; unset for our own server. */
  foreign: ForeignHabits | undefined;
}

interface Step {
  happens: string;
  device: number;
  tab: number;
  at: number;
  turns: number;
  /** The seed of the order of turns until the next step. 0 means first come, first served, which shrinking prefers. */
  order: number;
  /** The seed of all other random choices until the next step, such as which calls fail. */
  luck: number;
}

const rate = fc.constantFrom(0, 0, 0, 0.1, 0.3);

const turnsAfter = fc.oneof(
  { weight: 3, arbitrary: fc.nat(12) },
  { weight: 2, arbitrary: fc.integer({ min: 30, max: 150 }) },
);

const order = fc.nat();
const luck = fc.noShrink(fc.nat());

const stepsOf = (chosen: readonly Happening[], maxLength: number): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.record({
      happens: fc.oneof(...chosen.map(({ weight, name }) => ({ weight, arbitrary: fc.constant(name) }))),
      device: fc.constantFrom(0, 0, 1),
      tab: fc.constantFrom(0, 0, 1),
      at: fc.nat(7),
      turns: turnsAfter,
      order,
      luck,
    }),
    { minLength: 4, maxLength, size: 'max' },
  );

const habitsWith = (isOwnListSilent: fc.Arbitrary<boolean>): fc.Arbitrary<ForeignHabits> =>
  fc.record({ manners: fc.oneof(visibleManners, someManners), isOwnListSilent });

const foreignHabits = habitsWith(fc.constantFrom(false, false, false, false, false, false, false, true));

/** Gives one in three lives a foreign backend. A failing life shrinks to our own server if it also fails there. */
const sometimes = (habits: fc.Arbitrary<ForeignHabits>): fc.Arbitrary<ForeignHabits | undefined> =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: 2, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: habits },
  );

/** Draws steps from `always` and about half of the themes, so that each life mixes different themes. */
const anySteps = fc
  .array(fc.boolean(), { minLength: themes.length, maxLength: themes.length })
  .chain((isChosen) => stepsOf([...always, ...themes.filter((_, index) => isChosen[index]).flat()], 21));

const anyBeginning = {
  rates: fc.oneof(fc.constant({}), fc.record(Object.fromEntries(networkFaults.map((fault) => [fault, rate])))),
  isShared: fc.boolean(),
  isInUse: fc.boolean(),
  isLong: fc.constant<boolean>(false),
  // Shrinks to -1: no browser forbids storage.
  forbidden: fc.constantFrom(-1, -1, -1, -1, -1, -1, -1, -1, 0, 1),
  end: fc.record({ order, luck }),
  foreign: sometimes(foreignHabits),
};

const ownServer = fc.constant(undefined);

/** Returns lives of one kind. @param beginning replaces parts of the usual beginning of a life */
const livesOf = (kind: keyof typeof kinds, beginning: Partial<typeof anyBeginning>): fc.Arbitrary<Life> =>
  fc.record({
    steps: stepsOf([...writing, ...kinds[kind].flat()], 16),
    ...anyBeginning,
    forbidden: fc.constant(-1),
    ...beginning,
  });

/** The lives of most seeds. Shrinking a life keeps its kind. */
const commonLives: fc.Arbitrary<Life> = fc.oneof(
  { weight: 22, arbitrary: fc.record({ steps: anySteps, ...anyBeginning }) },
  { weight: 4, arbitrary: livesOf('a long blog is read', { isLong: fc.constant(true), foreign: ownServer }) },
  {
    weight: 4,
    arbitrary: livesOf('one author edits on two devices', { isShared: fc.constant(true), foreign: ownServer }),
  },
  { weight: 4, arbitrary: livesOf('nobody knows what has arrived', { foreign: foreignHabits }) },
  { weight: 4, arbitrary: livesOf('people come and go', { foreign: ownServer }) },
  { weight: 4, arbitrary: livesOf('the app is updated', {}) },
);

const someoneLeaves = livesOf('somebody leaves what they type', { isShared: fc.constant(true), foreign: ownServer });

/** Lives for events that other lives rarely reach, because several steps must follow each other. */
const rareLives: fc.Arbitrary<Life> = fc.oneof(
  { weight: 3, arbitrary: livesOf('answers overtake each other', { isInUse: fc.constant(true), foreign: ownServer }) },
  {
    weight: 2,
    arbitrary: livesOf('a post of a long blog is opened', { isLong: fc.constant(true), foreign: ownServer }),
  },
  // The author's own list must answer: other texts wait until this list tells whether a call has arrived.
  {
    weight: 2,
    arbitrary: livesOf('one text never gets through', { foreign: sometimes(habitsWith(fc.constant(false))) }),
  },
  { weight: 4, arbitrary: someoneLeaves },
);

const listing = (manners: Partial<Manners>): fc.Arbitrary<ForeignHabits> =>
  fc.record({ manners: fc.constant(manners), isOwnListSilent: fc.constant(false) });

const editsCross = livesOf('edits of one post cross', { isShared: fc.constant(true), foreign: ownServer });

/** Rare lives in which people act between two steps of the app or the server. `livesFrom` takes the kinds in turn. */
const betweenLives: readonly fc.Arbitrary<Life>[] = [
  editsCross,
  livesOf('drafts are discarded', { foreign: ownServer }),
  livesOf('an update meets what somebody writes', {}),
  livesOf('the own list tells what has arrived', { foreign: listing({}) }),
  editsCross,
  livesOf('the own list tells what has arrived', { foreign: listing({ isEndless: true }) }),
  livesOf('the server dies between two writes', { foreign: ownServer }),
];

/** Returns the lives that a seed can draw. Rare kinds have their own seeds: a new one changes no common life. */
export function livesFrom(seed: number): fc.Arbitrary<Life> {
  if (seed % 20 === 7) return rareLives;
  if (seed % 40 === 12) return someoneLeaves;
  const between = seed % 20 === 17 && betweenLives[Math.floor(seed / 20) % betweenLives.length];
  return between || commonLives;
}

interface Lived {
  turns: number;
  /** The names of the happenings in the life. */
  happened: string[];
  /** How often each promise was judged, by the promise's wording. */
  judged: Map<string, number>;
  trace: string;
}

/**
 * Plays a life to its end: people act while things fail, then everything works again and time passes.
 *
 * @param seed decides the programs' random numbers, such as ids; the life itself decides the order of turns.
 * @param tell is called with each event in words.
 * @throws {BrokenPromise} if the app or the server has broken a promise; any other error comes from the world itself
 */
export async function play(
  programs: Programs,
  life: Life,
  seed: number,
  tell?: (what: string) => void,
): Promise<Lived> {
  const hasAnotherBuild = life.steps.some(({ happens }) => isDeploy(happens));
  const world = await openWorld(programs, seed, { ...life, hasAnotherBuild }, tell);
  try {
    if (life.isShared) await shareAPost(world);
    world.network.rates = life.rates;
    for (const { happens, device, tab, at, turns, order, luck } of life.steps) {
      world.turns.rule(order, luck);
      await happeningNamed(happens).do(world, { device: world.devices[device] as Device, at: tab, nth: at });
      await world.turns.take(turns);
      verifySafety(world);
    }
    world.turns.rule(life.end.order, life.end.luck);
    await verifyWhenFaultsEnd(world);
    if (world.faults.length > 0) throw new BrokenPromise(world.faults.join('\n'));
    const happened = [...new Set(life.steps.map(({ happens }) => happens))];
    return {
      turns: world.turns.count,
      happened,
      judged: world.checks,
      trace: world.turns.traceHash(leftBehind(world)),
    };
  } finally {
    world.close();
  }
}

/** Returns all stored data of the server and the devices. The trace includes it: equal turns may store unequal data. */
const leftBehind = ({ server, devices }: World): string =>
  JSON.stringify([server.history(), ...devices.map((device) => [[...device.records()], device.storage.leftBehind()])]);

export function lifeOf(seed: number): Life {
  const [life] = fc.sample(livesFrom(seed), { seed, numRuns: 1 });
  if (!life) throw new Error('fast-check gave no life');
  return life;
}
