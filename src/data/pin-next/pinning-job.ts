import { replaceRecord } from '../storage/record-changes.ts';
import { readRecord, writeRecords } from '../storage/records.ts';
import { recordKeys } from '../storage/storage-names.ts';

/** A post that is still to be pinned. */
export interface WaitingPost {
  id: string;
  /** The addresses of the pictures in its text, as far as the text was known. */
  images: string[];
}

/** The next posts of a list, to be pinned one after the other. Stored, so that it goes on after a break. */
export interface PinningJob {
  /** Tells this job from a later one. */
  id: string;
  /** In the list's order. */
  waiting: WaitingPost[];
  total: number;
  pinned: number;
  /** Posts that the backend did not have any more. */
  gone: number;
  missingImages: number;
  /** A call number: a post that was cached by an earlier call is read anew, as it may be deleted since. */
  freshFrom: number;
  /** Whether the reader has agreed to it while the browser was told to save data. */
  isForSaveData: boolean;
  state: { kind: 'going' } | { kind: 'full' } | { kind: 'done' };
}

export const readPinningJob = (): Promise<PinningJob | undefined> => readRecord<PinningJob>(recordKeys.pinningJob);

/** Replaces an earlier job; what that has pinned stays pinned. */
export const writePinningJob = (job: PinningJob): Promise<void> =>
  writeRecords({ put: { [recordKeys.pinningJob]: job } });

export const removePinningJob = (): Promise<void> => writeRecords({ remove: [recordKeys.pinningJob] });

/** Changes the job, unless it was removed or replaced by another one. */
export async function changePinningJob(id: string, change: (job: PinningJob) => Partial<PinningJob>): Promise<void> {
  await replaceRecord<PinningJob>(recordKeys.pinningJob, (job) =>
    job.id === id ? { [recordKeys.pinningJob]: { ...job, ...change(job) } } : undefined,
  );
}

/** What became of an attempt to pin the next post of the job. */
export type PinningOutcome =
  | 'more'
  /** Nothing is left to be done, as the job has ended or was removed. */
  | 'over'
  /** The backend does not answer. */
  | 'away';

/** Missing in TypeScript's library, as only Chromium tells it. */
