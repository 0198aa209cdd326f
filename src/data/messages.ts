import type { Answers } from './ask-worker.ts';
import type { Connection } from './connection.ts';

/** What the worker tells the open pages. */
export type FromWorker =
  /** The copy of this address has been replaced by a newer answer. */
  | { type: 'changed'; url: string }
  /** Posts have come to the device, or gone from it. */
  | { type: 'moved' }
  | { type: 'connection'; connection: Connection }
  /** Asks, by a port that comes along, for the script that the page began with. */
  | { type: 'which build' };

/** What a page tells the worker. */
export type ToWorker =
  /** Loaded past the worker (a first visit, a forced reload), and wants to be served by it from now on. */
  | { type: 'claim' }
  /** Answers and images that are shown and came past the worker: it fetches and keeps them. */
  | { type: 'keep'; answers: string[]; images: string[] }
  /** Wants an answer, which goes through the port that comes along. */
  | { type: 'ask'; what: keyof Answers; address: string }
  /** A page is open, and the last one of an earlier build may be gone. */
  | { type: 'opened' }
  /** As workbox-window says it: the waiting worker is to take over. */
  | { type: 'SKIP_WAITING' };
