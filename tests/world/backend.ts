import type { StoredVersion } from './history.ts';
import type { ArrivingCall, WireAnswer } from './network.ts';

/** A post as the backend has stored it, read without the backend. */
export interface StoredPost {
  id: string;
  version: number;
  /** Title, content and image as they were sent. */
  title: string;
  content: string;
  /** The address of its cover, or ''. */
  imgUrl: string;
  /** The author's name. */
  author: string;
  /** The title as its lists show it. */
  listed: string;
  /** The content as the post itself shows it. */
  shown: string;
  authorId: string;
  /** In milliseconds since 1970. */
  createdAt: number;
}

/**
 * The backend that answers the app's calls: our own server or a foreign one. It can be killed at any moment and started again.
 */
export interface Backend {
  readonly isRunning: boolean;
  start(): Promise<void>;
  /** Kills it as SIGKILL does: what it has not stored is lost. */
  kill(): void;
  /** Kills it during its nth write from now on. */
  killAtWrite(nth: number): void;
  /** From now on nothing fails in it. */
  recover(): Promise<void>;
  /** @throws TypeError if it is not running, or is killed before it answers */
  handle(call: ArrivingCall): Promise<WireAnswer>;
  /** Returns all posts as another process would read them at this moment. */
  posts(): readonly StoredPost[];
  /** Returns every version that any post ever had, in the order of storing. */
  history(): readonly StoredVersion[];
  /** The bytes of images as they were uploaded, by their names. */
  images(): ReadonlyMap<string, Uint8Array>;
  /** Returns how many extra posts of this title are no fault, although the author did not ask for them. */
  excusedRepeats(title: string): number;
  close(): void;
}
