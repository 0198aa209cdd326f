import { createObservable } from '../../device/observable.ts';
import type { ShownRecord } from './record-store.ts';

/** What this device has of the user who is logged in, as last read by this page, the last changed first. */
export const shownWriting = createObservable<readonly ShownRecord[]>([]);

/** Whether its author has submitted it, and the backend has not confirmed it. */
export const isSubmitted = ({ record }: ShownRecord): boolean => record.pending !== undefined;
