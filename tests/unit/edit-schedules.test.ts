// @module-tag promise
// @vitest-environment node
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { ConflictResolution } from '../../src/data/edits/merge-texts.ts';
import { catchErrors } from './support/console.ts';
import { type Devices, type EditingWorld, loadDevices, openEditingWorld, wordsIn } from './support/editing-world.ts';
import { turns } from './support/model-backend.ts';
import { modelRuns } from './support/model-runs.ts';
import { readingFaults, type WritingFault, writingFaults } from './support/versioned-backend.ts';

/** What may happen, and how much of what goes on meanwhile happens before the next. */
type Step = { turns: number; happens: (world: EditingWorld) => void };

const device = fc.constantFrom('phone' as const, 'desk' as const);
const tab = fc.nat(1);
const nth = fc.nat(3);
const decision = fc.constantFrom<ConflictResolution>('mine', 'theirs', 'both');

const named = (name: string, happens: (world: EditingWorld) => unknown): Step['happens'] =>
  Object.assign((world: EditingWorld) => void happens(world), { [fc.toStringMethod]: () => name });

const happenings: fc.Arbitrary<Step['happens']> = fc.oneof(
  { weight: 2, arbitrary: fc.tuple(device, tab).map(([d, t]) => named(`publish on ${d}`, (w) => w.publish(d, t))) },
  { weight: 6, arbitrary: device.map((d) => named(`read on ${d}`, (w) => w.read(d))) },
  {
    weight: 10,
    arbitrary: fc
      .tuple(device, tab, nth, nth, fc.constantFrom(0, 0, 10, 60))
      .map(([d, t, at, place, pause]) =>
        named(`edit place ${place} of ${at} on ${d}, tab ${t}, in ${pause} turns`, (w) =>
          w.edit(d, t, at, place, pause),
        ),
      ),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(device, tab, nth, nth)
      .map(([d, t, at, place]) => named(`correct draft ${at} on ${d}`, (w) => w.correct(d, t, at, place))),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(device, tab, nth).map(([d, t, at]) => named(`cancel ${at} on ${d}`, (w) => w.cancel(d, t, at))),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(device, tab, nth)
      .map(([d, t, at]) => named(`discard ${at} on ${d}`, (w) => w.discard(d, t, at))),
  },
  { weight: 2, arbitrary: fc.tuple(device, tab).map(([d, t]) => named(`undo on ${d}`, (w) => w.undo(d, t))) },
  {
    weight: 1,
    arbitrary: fc.tuple(device, tab, nth).map(([d, t, at]) => named(`delete ${at} on ${d}`, (w) => w.remove(d, t, at))),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(device, tab, nth)
      .map(([d, t, at]) => named(`try ${at} again on ${d}`, (w) => w.tryAgain(d, t, at))),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(device, tab, nth, decision, fc.boolean())
      .map(([d, t, at, word, isEdited]) =>
        named(`decide ${at} on ${d}: ${word}${isEdited ? ', edited first' : ''}`, (w) =>
          w.decide(d, t, at, word, isEdited),
        ),
      ),
  },
  { weight: 5, arbitrary: fc.tuple(device, tab).map(([d, t]) => named(`send on ${d}`, (w) => w.send(d, t))) },
  { weight: 2, arbitrary: fc.tuple(device, tab).map(([d, t]) => named(`sync on ${d}`, (w) => w.sync(d, t))) },
  { weight: 2, arbitrary: fc.tuple(device, tab).map(([d, t]) => named(`kill tab ${t} on ${d}`, (w) => w.kill(d, t))) },
  {
    weight: 3,
    arbitrary: fc
      .integer({ min: 1, max: 10 * 60_000 })
      .map((ms) => named(`${ms} ms go by`, () => vi.advanceTimersByTime(ms))),
  },
);

const step: fc.Arbitrary<Step> = fc.record({
  turns: fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 0, max: 12 }) }, { weight: 2, arbitrary: fc.constant(60) }),
  happens: happenings,
});

/** Both devices know one post. */
const firstSteps: Step[] = [
  { turns: 80, happens: named('publish on phone', (w) => w.publish('phone', 0)) },
  { turns: 0, happens: named('read on phone', (w) => w.read('phone')) },
  { turns: 0, happens: named('read on desk', (w) => w.read('desk')) },
];

const anySteps = fc.array(step, { minLength: 1, maxLength: 25, size: 'max' });
const anyFaults = fc.array(fc.constantFrom(...writingFaults), { maxLength: 15, size: 'max' });

const schedulesOf = (before: Step[], faults: WritingFault[]) =>
  fc.record({
    steps: anySteps.map((rest) => [...firstSteps, ...before, ...rest]),
    writing: anyFaults.map((rest) => [...faults, ...rest]),
    reading: fc.array(fc.constantFrom(...readingFaults), { maxLength: 10, size: 'max' }),
    decisions: fc.array(decision, { maxLength: 4 }),
  });

/** A post is corrected while it is in doubt whether it has arrived, as it has. */
const corrected: Step[] = [
  { turns: 60, happens: named('publish on desk', (w) => w.publish('desk', 0)) },
  { turns: 60, happens: named('cancel 0 on desk', (w) => w.cancel('desk', 0, 0)) },
  { turns: 60, happens: named('correct draft 0 on desk', (w) => w.correct('desk', 0, 0, 0)) },
];

const schedules = fc.oneof(
  { weight: 5, arbitrary: schedulesOf([], []) },
  { weight: 1, arbitrary: schedulesOf(corrected, ['drop after']) },
);

type Schedule = typeof schedules extends fc.Arbitrary<infer T> ? T : never;

async function play(devices: Devices, { steps, writing, reading, decisions }: Schedule) {
  await using world = await openEditingWorld(devices);
  const [first, ...others] = steps;
  first?.happens(world);
  await turns(first?.turns ?? 0);
  world.backend.writing = [...writing];
  world.backend.reading = [...reading];
  for (const { turns: count, happens } of others) {
    happens(world);
    await turns(count);
  }
  await world.end([...decisions]);
  await verify(world);
}

async function verify(world: EditingWorld) {
  const { backend, words, kept } = world;
  for (const name of ['phone', 'desk'] as const)
    expect(await world.outboxOf(name), `nothing waits for ever on ${name}`).toEqual([]);

  /** Whether a word is in a text, or its author has dropped it, or has replaced it by one of which that is true. */
  const isAccountedFor = (word: string, text: string[], seen = new Set<string>()): boolean => {
    if (text.includes(word) || words.get(word)?.isDropped) return true;
    seen.add(word);
    const later = [...words].filter(([other, { over }]) => over.has(word) && !seen.has(other));
    return later.some(([other]) => isAccountedFor(other, text, seen));
  };

  expect(new Set(backend.posts.map(({ key }) => key)).size, 'each key has one post').toBe(backend.posts.length);
  const titles = backend.posts.map(({ versions }) => versions[0]?.title);
  expect(titles, 'nothing is published twice').toEqual([...new Set(titles)]);

  for (const { id, versions } of backend.posts) {
    const gone = new Set<string>();
    for (const [index, version] of versions.entries()) {
      const now = wordsIn(version);
      const left = wordsIn(versions[index - 1] ?? version).filter((word) => !now.includes(word));
      const back = now.filter((word) => gone.has(word) && !words.get(word)?.isChosen);
      expect(back, `${id}, version ${index + 1}: what was replaced does not come back`).toEqual([]);
      for (const word of now) gone.delete(word);
      for (const word of left) {
        gone.add(word);
        const isSeen = isAccountedFor(word, now);
        expect(isSeen, `${id}, version ${index + 1}: ${word} was replaced by an author who saw it`).toBe(true);
      }
    }
  }

  const drafts = (await world.drafts()).flatMap(({ post }) => wordsIn(post));
  const published = backend.posts.flatMap(({ versions, isDeleted }) =>
    isDeleted ? versions.flatMap(wordsIn) : wordsIn(versions.at(-1) ?? { title: '', imgUrl: '', content: '' }),
  );
  const here = [...new Set([...drafts, ...published])];
  for (const word of kept) {
    expect(
      isAccountedFor(word, here),
      `${word} is published, kept on a device, or replaced by an author who saw it`,
    ).toBe(true);
  }
}

const parameters = modelRuns({ properties: 4 });

test('whatever two devices do with posts, no text is lost, overwritten unseen, or published twice', {
  timeout: Math.max(120_000, parameters.numRuns * 150),
}, async () => {
  using _ = catchErrors();
  const devices = await loadDevices();
  await fc.assert(
    fc.asyncProperty(schedules, (schedule) => play(devices, schedule)),
    parameters,
  );
});
