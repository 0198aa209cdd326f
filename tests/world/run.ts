import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { deviceNames, people } from './blog.ts';
import { buildPrograms } from './build-programs.ts';
import { lifeOf, livesFrom, play } from './life.ts';
import { oldFaults } from './old-faults/all.ts';
import { findOnAllCores, playOnAllCores } from './on-all-cores.ts';
import { rarelyReached } from './reached.ts';

/** The options of `npm run test:world`, which plays many lives, tells the story of one, or looks for old faults. */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '2000' },
    seed: { type: 'string' },
    faults: { type: 'boolean', default: false },
    /** Looks only for old faults whose name contains this text. */
    only: { type: 'string', default: '' },
  },
});

if (values.seed !== undefined) await playOne(numberOf('--seed', values.seed));
else if (values.faults) await findFaults(numberOf('--seeds', values.seeds));
else await playMany(numberOf('--seeds', values.seeds));

/** Returns an option's number. @throws if it is not a whole number from 1 on */
function numberOf(option: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${option} is a whole number from 1, and not "${text}".`);
  return Number(text);
}

async function playMany(count: number): Promise<void> {
  const began = performance.now();
  const { lives: lived, turns, checks, reached, failures } = await playOnAllCores(count);
  for (const { seed, why } of failures) console.error(`seed ${seed}: ${why}`);
  const seconds = (performance.now() - began) / 1_000;
  const rate = Math.round((60 * count) / seconds);
  console.info(`${lived} lives, ${turns} turns, ${checks} states checked in ${seconds.toFixed(0)} s: ${rate} a minute`);
  for (const kind of ['happened', 'judged'] as const)
    for (const [name, count] of [...reached[kind]].sort(([, a], [, b]) => b - a))
      console.info(`${kind} in ${count} lives: ${name}`);
  console.info(['', 'In fewer than one life in twenty:', ...rarelyReached(reached, lived)].join('\n'));
  if (failures.length > 0 || lived < count) process.exitCode = 1;
}

/** Prints a row for each old fault, with the life that finds it. */
async function findFaults(most: number): Promise<void> {
  const faults = oldFaults.filter(({ name }) => name.includes(values.only));
  const found = await findOnAllCores(faults, most, ({ name, seed, why }) =>
    console.info(`| ${name} | ${seed ?? `not in ${most}`} | ${why.split('\n', 1)[0]} |`),
  );
  const missed = found.filter(({ seed }) => seed === undefined).length;
  console.info(`${found.length - missed} of ${found.length} faults are found within ${most} lives.`);
  if (missed > 0) process.exitCode = 1;
}

/** Tells the story of a life. If it fails, also tells the story of a shorter life that fails in the same way. */
async function playOne(seed: number): Promise<void> {
  const programs = await buildPrograms();
  const tell = (what: string) => console.info(what);
  try {
    console.info(await play(programs, lifeOf(seed), seed, tell));
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
    const kind = kindOf(error);
    const property = fc.asyncProperty(livesFrom(seed), async (life) => {
      const again = await play(programs, life, seed).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (again !== undefined && kindOf(again) === kind) throw again;
    });
    const { counterexample, numShrinks } = await fc.check(property, {
      seed,
      numRuns: 1,
      interruptAfterTimeLimit: 60_000,
    });
    const [shorter] = counterexample ?? [];
    if (!shorter) return;
    console.info(`\nThe same failure in ${shorter.steps.length} steps, after shrinking it ${numShrinks} times:\n`);
    await play(programs, shorter, seed, tell).catch((again) => console.error(String(again)));
  }
}

/** Returns the first line of an error without names, numbers and ids, to compare the errors of two lives. */
function kindOf(error: unknown): string {
  const [first = ''] = String(error).split('\n', 1);
  const names = [...deviceNames, ...people.map(({ name }) => name)].join('|');
  return first.replaceAll(new RegExp(`"[^"]*"|${names}|\\b[wv]?\\d+\\S*|[0-9a-f-]{32,}\\S*`, 'g'), '');
}
