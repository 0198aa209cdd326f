import { buildPrograms, type Programs } from './build-programs.ts';
import { builtCode } from './bundle.ts';
import { findFault } from './find-fault.ts';
import { lifeOf, play } from './life.ts';
import { oldFaults } from './old-faults/all.ts';
import { addReached, type Reached, reachedNothing } from './reached.ts';

/** The outcome of many lives. `failures` has an entry for each seed whose life failed. */
export interface Played {
  lives: number;
  turns: number;
  checks: number;
  reached: Reached;
  failures: { seed: number; why: string }[];
}

/** An order to a process that plays lives. The process answers each order except `programs` with the outcome. */
export type PlayOrder =
  | { kind: 'programs'; code: typeof builtCode }
  /** Plays the lives of the seeds `from` to `from + count - 1`. */
  | { kind: 'seeds'; from: number; count: number }
  /** Plays lives from seed 1 on until one finds the fault, at most `most` lives. */
  | { kind: 'fault'; name: string; most: number };

/** One in this many lives is played twice, and must leave the same trace. */
const playedTwice = 25;

async function playSeeds(programs: Programs, from: number, count: number): Promise<Played> {
  const played: Played = { lives: 0, turns: 0, checks: 0, reached: reachedNothing(), failures: [] };
  for (let seed = from; seed < from + count; seed += 1) {
    unhandled = [];
    try {
      const { turns, happened, judged, trace } = await play(programs, lifeOf(seed), seed);
      if (seed % playedTwice === 0 && (await play(programs, lifeOf(seed), seed)).trace !== trace)
        throw new Error('The same seed has led to two lives');
      // Waits until Node reports unhandled rejections, which it does after all callbacks of promises.
      await new Promise(setImmediate);
      if (unhandled.length > 0) throw new Error(`Handled by nobody: ${unhandled.join(', ')}`);
      played.lives += 1;
      played.turns += turns;
      for (const count of judged.values()) played.checks += count;
      const once = (names: Iterable<string>) => [...names].map((name) => [name, 1] as const);
      addReached(played.reached, { happened: once(happened), judged: once(judged.keys()) });
    } catch (error) {
      const why = messageOf(error);
      const again = await play(programs, lifeOf(seed), seed).then(() => 'every promise is kept', messageOf);
      played.failures.push({ seed, why: again === why ? why : `${why} Played again: ${again}` });
    }
  }
  return played;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The unhandled rejections of the present life. */
let unhandled: unknown[] = [];

// Each core's process runs this file as its main module.
if (process.argv[1] === import.meta.filename) {
  let programs: Promise<Programs> | undefined;
  process.on('unhandledRejection', (reason) => unhandled.push(reason));
  const carryOut = async (order: PlayOrder) => {
    switch (order.kind) {
      case 'programs':
        for (const [program, code] of order.code) builtCode.set(program, code);
        return;
      case 'seeds':
        programs ??= buildPrograms();
        process.send?.(await playSeeds(await programs, order.from, order.count));
        return;
      case 'fault': {
        const fault = oldFaults.find(({ name }) => name === order.name);
        if (!fault) throw new Error(`No fault is called "${order.name}".`);
        process.send?.(await findFault(fault, order.most));
      }
    }
  };
  // A failure ends this process, so that the parent process learns of it.
  process.on('message', (order: PlayOrder) =>
    carryOut(order).catch((error: unknown) => {
      console.error(error);
      process.exit(1);
    }),
  );
}
