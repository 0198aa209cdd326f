import { createObservable } from '../../device/observable.ts';
import type { ListedPost } from '../text/reading-minutes.ts';

/** A text that was found on this device, without its content. Its summary is the text around the first match. */
export interface FoundText extends ListedPost {
  /** `draft` and `waiting` (to be published) are for their author alone. */
  kind: 'post' | 'draft' | 'waiting';
  /** Address of the screen that shows the text, or in which its author continues writing. */
  path: string;
}

/** The results of the search on this device. */
export type DeviceAnswer =
  | { kind: 'none yet' }
  /** The browser has no web workers, or forbids storage. */
  | { kind: 'unavailable' }
  | {
      kind: 'answered';
      query: string;
      /** The user who was logged in: other users must not see the results. */
      author: string | null;
      /** The best results, as many as were asked for. */
      found: FoundText[];
      /** How many texts matched, and how many of each kind were searched. */
      total: number;
      searched: Record<FoundText['kind'], number>;
      /** Whether every text was searched; if not, another answer follows. */
      isComplete: boolean;
    };

export type AnsweredDevice = Extract<DeviceAnswer, { kind: 'answered' }>;

/** Messages from the page to the thread. */
export type ToSearchThread =
  /** The thread reads the stored texts again, because these or the user may have changed. */
  | { type: 'look'; author: string | null }
  /** The thread answers at once, and again whenever the answer changes, until the next search. */
  | { type: 'search'; query: string; limit: number };

export const deviceAnswer = createObservable<DeviceAnswer>({ kind: 'none yet' });
