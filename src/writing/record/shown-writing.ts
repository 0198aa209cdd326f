import { createObservable } from '../../device/observable.ts';
import type { ShownRecord } from './record-state.ts';

/** The records of the logged-in user as this page last read them, last changed first. */
export const shownWriting = createObservable<readonly ShownRecord[]>([]);

/** Whether its author has submitted it, and the backend has not confirmed it. */
export const isSubmitted = ({ record }: ShownRecord): boolean => record.pending !== undefined;
