import type { FromWorker } from '../news/messages.ts';
import type { ReadingCall } from '../store/reading-call.ts';

/** The context that answers calls for lists and posts: the worker, or a page that no worker controls. */
export interface ReadingHost {
  /** The page that asks; empty where no page does, and in a page that answers itself. */
  page: string;
  /** Keeps the worker alive until the work is done. */
  waitUntil(work: Promise<unknown>): void;
  /** Tells the open pages. */
  tell(news: FromWorker): Promise<void>;
  /** Called once a newer answer is stored. */
  onStored(reading: ReadingCall, stored: { call: number; hasChanged: boolean }): Promise<void>;
}
