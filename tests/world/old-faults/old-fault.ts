import type { SourceChanges } from '../bundle.ts';

/** A fault that the product once had, or that a promise guards against. `changes` put it into today's source. */
export interface OldFault {
  /** The faulty behaviour, as a clause in the present tense. */
  name: string;
  /** Matches the message of the promise that this fault breaks, so that no other fault counts as this one. */
  breaks: RegExp;
  /** Whether it is found within few lives, and therefore put back in every `npm test`. */
  isQuicklyFound?: true;
  changes: SourceChanges;
  /** Changes that remove a second guard, which hides the fault today. Removing only the guard breaks no promise. */
  guards?: SourceChanges;
}
