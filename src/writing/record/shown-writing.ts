import { createObservable } from '../../device/observable.ts';
import type { ShownRecord } from './record-state.ts';

/** The records of the logged-in user as this page last read them, most recently changed first. */
export const shownWriting = createObservable<readonly ShownRecord[]>([]);

/** Returns whether the author has submitted the record's text or delete, and the backend has not confirmed it. */
export const isSubmitted = ({ record }: ShownRecord): boolean => record.pending !== undefined;
