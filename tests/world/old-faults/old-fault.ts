import type { SourceChange } from '../bundle.ts';

/** A fault that the product once had, or that a promise was made for, as the change of today's source that puts it back. */
export interface OldFault {
  /** Goes on a sentence that begins with "it is found that". */
  name: string;
  /** What the promise that it breaks says, so that no other fault stands for it. */
  breaks: RegExp;
  /** Found in few lives: put back in each `npm test`. */
  isQuicklyFound?: true;
  changes: SourceChange[];
  /** What keeps people from seeing it today; taken away, and no fault that is found by itself. */
  guards?: SourceChange[];
}
