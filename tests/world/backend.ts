import type { StoredVersion } from './history.ts';
import type { ArrivingCall, WireAnswer } from './network.ts';

/** What a backend has stored, read past it. */
export interface StoredPost {
  id: string;
  version: number;
  /** As they were sent. */
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

/** Who answers the app's calls: the own server, or somebody else's. It can be killed at any moment and started again. */
export interface Backend {
  readonly isRunning: boolean;
  start(): Promise<void>;
  /** As by SIGKILL: what it has not stored is not there. */
  kill(): void;
  /** Kills it as it writes for the nth time from now on. */
  killAtWrite(nth: number): void;
  /** From now on nothing of it fails. */
  recover(): Promise<void>;
  /** @throws TypeError if it is not running, or is killed before it answers */
  handle(call: ArrivingCall): Promise<WireAnswer>;
  /** All posts, as another process would read them at this moment. */
  posts(): readonly StoredPost[];
  /** Every version of every post that there has ever been, in the order in which they were stored. */
  history(): readonly StoredVersion[];
  /** The bytes of images as they were uploaded, by their names. */
  images(): ReadonlyMap<string, Uint8Array>;
  /** How often a text of this title may be there once more although its author has not said so. */
  excusedRepeats(title: string): number;
  close(): void;
}
