import { BrokenPromise } from './broken-promise.ts';
import { buildPrograms, type Programs } from './build-programs.ts';
import { lifeOf, play } from './life.ts';
import type { OldFault } from './old-faults/old-fault.ts';

/** What a fault that was put back has led to. */
export interface FoundFault {
  name: string;
  /** The first life that breaks the promise, and keeps all of them without the fault; `undefined` if none does. */
  seed: number | undefined;
  /** What that life says, or what was wrong with the fault. */
  why: string;
}

/** Puts a fault back, and plays lives until one finds it. Where it has guards, they are taken away from both. */
export async function findFault({ name, breaks, changes, guards = [] }: OldFault, most: number): Promise<FoundFault> {
  const programs = await buildPrograms([...changes, ...guards]);
  const withoutFault = await buildPrograms(guards);
  for (let seed = 1; seed <= most; seed += 1) {
    try {
      await play(programs, lifeOf(seed), seed);
    } catch (error) {
      // A life may end by what the fault does to a person's step: it is not found by a promise.
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
