import { BrokenPromise } from './broken-promise.ts';
import { buildPrograms, type Programs } from './build-programs.ts';
import { lifeOf, play } from './life.ts';
import type { OldFault } from './old-faults/old-fault.ts';

export interface FoundFault {
  name: string;
  /** The seed of the first life that finds the fault; `undefined` if none does. */
  seed: number | undefined;
  /** The message of the broken promise; '' if no life finds the fault. */
  why: string;
}

/**
 * Puts the fault back, and plays at most `most` lives until one finds it. A life finds the fault if it breaks the
 * fault's promise (`breaks`), and keeps all promises with only the changes of `guards`.
 */
export async function findFault({ name, breaks, changes, guards = {} }: OldFault, most: number): Promise<FoundFault> {
  const programs = await buildPrograms([changes, guards]);
  const withoutFault = await buildPrograms([guards]);
  for (let seed = 1; seed <= most; seed += 1) {
    try {
      await play(programs, lifeOf(seed), seed);
    } catch (error) {
      // A fault may also make a step of the life throw another error. Only a broken promise counts.
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
