import {
  BeyondBounds,
  openBoundedThread,
  type ThreadBounds,
  type ThreadJob,
  type ThreadWork,
} from './bounded-thread.ts';
import { oneAtATime, WorkQueue } from './work-queue.ts';

/** In bytes: a text of this length or more takes long to format, and waits in the queue for long texts. */
const longText = 20_000;

/**
 * How long a thread waits for its next job, in milliseconds. The thread for long texts holds much memory, so it waits
 * less.
 */
const idle = { quick: 60_000, long: 3_000 };

type EachLane<T> = Record<keyof typeof idle, T>;

/** The functions that run a job in each of the two threads. Disposing of the object terminates both threads. */
export type Threads<Job> = AsyncDisposable & EachLane<ThreadWork<Job>>;

/**
 * Opens two threads, one for short texts and one for long texts.
 * @param file path of the built thread
 * @param data is the thread's `workerData`
 */
export function openThreads<Job extends ThreadJob>(file: string, data: string, bounds?: ThreadBounds): Threads<Job> {
  const quick = openBoundedThread<Job>(file, data, idle.quick, bounds);
  const long = openBoundedThread<Job>(file, data, idle.long, bounds);
  const end = async () => {
    await Promise.all([quick[Symbol.asyncDispose](), long[Symbol.asyncDispose]()]);
  };
  return { quick: quick.make, long: long.make, [Symbol.asyncDispose]: end };
}

/** A queue, and the thread that does its jobs one at a time. */
export type Lane<Job> = { queue: WorkQueue; work: ThreadWork<Job> };

/** Long texts have a lane of their own, so that short ones don't wait for them. */
export type Lanes<Job> = EachLane<Lane<Job>>;

export function lanesOf<Job>({ quick, long }: EachLane<ThreadWork<Job>>): Lanes<Job> {
  const open = (work: ThreadWork<Job>): Lane<Job> => ({ queue: new WorkQueue(oneAtATime), work });
  return { quick: open(quick), long: open(long) };
}

/** @param size of the text, in bytes */
export function laneFor<Job>({ quick, long }: Lanes<Job>, size: number): Lane<Job> {
  return size < longText ? quick : long;
}

/**
 * Does a job that formats a text. If the job exceeds the bounds, repeats it without formatting the text.
 * @throws {BeyondBounds} if the second job exceeds the bounds, too
 */
export async function workOrPlain<Job extends ThreadJob>(
  work: (job: Job) => Promise<Uint8Array<ArrayBuffer>>,
  job: Job,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await work(job);
  } catch (error) {
    if (!(error instanceof BeyondBounds)) throw error;
    return work({ ...job, isPlain: true });
  }
}
