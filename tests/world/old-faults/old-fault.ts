import type { SourceChange } from '../bundle.ts';

/** By file, relative to the repository's root, each text to replace and the text in its place. */
type Patch = Record<string, Record<string, string>>;

/** A fault that the product once had, or that a promise guards against. `changes` put it into today's source. */
export interface OldFault {
  /** The faulty behaviour, as a clause in the present tense. */
  name: string;
  /** Matches the message of the promise that this fault breaks, so that no other fault counts as this one. */
  breaks: RegExp;
  /** Whether it is found within few lives, and therefore put back in every `npm test`. */
  isQuicklyFound?: true;
  changes: Patch;
  /** Changes that remove a second guard, which hides the fault today. Removing only the guard breaks no promise. */
  guards?: Patch;
}

export const changesOf = (...patches: (Patch | undefined)[]): SourceChange[] =>
  patches
    .flatMap((patch = {}) => Object.entries(patch))
    .flatMap(([file, texts]) => Object.entries(texts).map(([find, replace]) => ({ file, find, replace })));
