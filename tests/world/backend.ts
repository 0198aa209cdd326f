import type { StoredVersion } from './history.ts';
import type { ArrivingCall, WireAnswer } from './network.ts';

/** A post in the backend's storage, read without running the backend. */
export interface StoredPost extends Omit<StoredVersion, 'key'> {
  /** The title in the backend's lists. */
  listed: string;
  /** The content in the backend's answer for the single post. */
  shown: string;
  authorId: string;
  /** In milliseconds since 1970. */
  createdAt: number;
}

/** Our own server or a foreign backend, which answers the app's calls. It can be killed and restarted at any moment. */
export interface Backend {
  readonly isRunning: boolean;
  start(): Promise<void>;
  /** Kills it as SIGKILL does: everything that it has not stored is lost. */
  kill(): void;
  /** Kills it at its nth write from now on. */
  killAtWrite(nth: number): void;
  /** Ends all its faults, and starts it if it is down. */
  recover(): Promise<void>;
  /** Answers a call. @throws TypeError if it is not running, or is killed before it answers */
  handle(call: ArrivingCall): Promise<WireAnswer>;
  /** Returns all posts as another process would read them at this moment. */
  posts(): readonly StoredPost[];
  /** Returns every version that any post ever had, in the order of storing. */
  history(): readonly StoredVersion[];
  /** Returns the uploaded images' bytes, by image name. */
  images(): ReadonlyMap<string, Uint8Array>;
  /** Returns how many posts with this title exist only because the network repeated a call or delivered it too late. */
  excusedRepeats(title: string): number;
  close(): void;
}
