import { createObservable } from '../observable.ts';
import type { PinningJob } from './pinning-job.ts';

/** What this page knows of the job: every first visit loads this, and no more than this. */
export type PinningProgress =
  | { kind: 'none' }
  | { kind: 'going' | 'done' | 'full'; job: PinningJob }
  /** It goes on by itself: `away`, when the backend answers again; `failed`, when the device does. */
  | { kind: 'away' | 'failed'; job: PinningJob }
  /** The reader has to agree, as the browser is told to save data by now. */
  | { kind: 'asks'; job: PinningJob };

export const pinningProgress = createObservable<PinningProgress>({ kind: 'none' });
