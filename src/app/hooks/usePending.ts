import type { ShownRecord } from '../../writing/record/record-state.ts';
import { isSubmitted, shownWriting } from '../../writing/record/shown-writing.ts';
import { useObservable } from './useObservable.ts';

/** Returns the records that were submitted and are not confirmed, oldest first. */
export const usePending = (): ShownRecord[] =>
  useObservable(shownWriting)
    .filter(isSubmitted)
    .toSorted((a, b) => (a.record.pending?.at ?? 0) - (b.record.pending?.at ?? 0));
