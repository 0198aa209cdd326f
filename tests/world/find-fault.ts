import { BrokenPromise } from './broken-promise.ts';
import { buildPrograms, type Programs } from './build-programs.ts';
import { lifeOf, play } from './life.ts';
import type { OldFault } from './old-faults/old-fault.ts';

/** The outcome of playing lives with a fault. */
export interface FoundFault {
  name: string;
  /** The first life that breaks the promise with the fault, and breaks none without the fault; or `undefined`. */
  seed: number | undefined;
  /** The promise that this life breaks; '' if there is no such life. */
  why: string;
}

/** Plays lives with the fault until one finds it. The same life must keep all promises if only `guards` are removed. */
export async function findFault({ name, breaks, changes, guards = {} }: OldFault, most: number): Promise<FoundFault> {
  const programs = await buildPrograms([changes, guards]);
  const withoutFault = await buildPrograms([guards]);
  for (let seed = 1; seed <= most; seed += 1) {
    try {
      await play(programs, lifeOf(seed), seed);
    } catch (error) {
      // A fault may make a person's step fail. Only a broken promise counts as finding it.
      if (!(error instanceof BrokenPromise) || !breaks.test(error.message)) continue;
      if (await isKept(withoutFault, seed)) return { name, seed, why: error.message };
    }
  }
  return { name, seed: undefined, why: '' };
}

const isKept = (programs: Programs, seed: number): Promise<boolean> =>
  play(programs, lifeOf(seed), seed).then(
    () => true,
    () => false,
  );
