import { createObservable } from '../../device/observable.ts';
import type { ListedPost } from '../text/reading-minutes.ts';

/** A text that was found on this device, without its content; its summary are the words round the first match. */
export interface FoundText extends ListedPost {
  /** `draft` and `waiting` (to be published) are for their author alone. */
  kind: 'post' | 'draft' | 'waiting';
  /** Address of the screen where it is read, or written on. */
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
      /** The user who was logged in: others must not see the results. */
      author: string | null;
      /** The best of them, as many as were asked for. */
      found: FoundText[];
      /** Number of all that were found, and of the texts that were looked through. */
      total: number;
      searched: Record<FoundText['kind'], number>;
      /** Whether everything was looked through; if not, another answer follows. */
      isComplete: boolean;
    };

export type AnsweredDevice = Extract<DeviceAnswer, { kind: 'answered' }>;

/** Messages from the page to the thread. */
export type ToSearchThread =
  /** The device may have changed, or who is logged in. */
  | { type: 'look'; author: string | null }
  /** Answered at once and whenever the answer changes, until the next search. */
  | { type: 'search'; query: string; limit: number };

export const deviceAnswer = createObservable<DeviceAnswer>({ kind: 'none yet' });
