import type { SourceChange } from '../bundle.ts';

/** A fault that the product once had, or for which a promise was made, as the change that puts it into today's source. */
export interface OldFault {
  /** Continues a sentence that begins with "it is found that". */
  name: string;
  /** The text of the promise that it breaks, so that no other fault counts as this one. */
  breaks: RegExp;
  /** Found within few lives, and therefore put back in every `npm test`. */
  isQuicklyFound?: true;
  changes: SourceChange[];
  /** Code that hides the fault from people today. Removing it alone is no fault. */
  guards?: SourceChange[];
}
