import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export type ThreadBounds = {
  /** How long one job may take, in milliseconds. */
  deadline: number;
  /** The thread's old-generation heap, in MiB. */
  memory: number;
};

/**
 * Allows ten times the time of the longest page that a person would read, and enough memory for a page of 5 MB. The
 * limits of a text allow pages of 6 MB (`output-budget.ts`).
 */
const usualBounds: ThreadBounds = { deadline: 5_000, memory: 160 };
const maxYoungGenerationSizeMb = 16;

/** In milliseconds: how long a thread may take to start, apart from a job's deadline. On a busy machine a start takes 0.4 s. */
const longestStart = 10_000;

/** A job about a text, in a form that can be posted to another thread. Errors name its kind, or the path of its page. */
export type ThreadJob = ({ kind: string } | { path: string }) & {
  /** Whether to leave the text unformatted. */
  isPlain?: boolean;
};

/** A thread's answer to one job: the result as UTF-8, a note that it is too long to be sent, or the error. */
export type ThreadAnswer =
  | { kind: 'made'; made: Uint8Array<ArrayBuffer> }
  | { kind: 'beyond bounds' }
  | { kind: 'failed'; error: unknown };

/** Does a job about a text, and returns the result as UTF-8. */
export type ThreadWork<Job> = (job: Job) => Promise<Uint8Array<ArrayBuffer>>;

/** Thrown if a job takes more time or memory than allowed, or if its result is too long. */
export class BeyondBounds extends Error {}

/**
 * Does one job at a time in a worker thread, which is started on demand, and again after a job that exceeded its
 * bounds. A thread does not release the memory of a long text (0.3 GB were seen) until it ends. Disposing of the result
 * terminates the thread.
 * @param file path of the built thread
 * @param data is the thread's `workerData`
 * @param idle how long the thread waits for its next job before it is terminated, in milliseconds
 */
export function openBoundedThread<Job extends ThreadJob>(
  file: string,
  data: string,
  idle: number,
  { deadline, memory }: ThreadBounds = usualBounds,
) {
  let current: Worker | undefined;
  let ending: NodeJS.Timeout | undefined;

  const end = async () => {
    clearTimeout(ending);
    const worker = current;
    current = undefined;
    await worker?.terminate();
  };

  const start = () => {
    const worker = startWorker(file, data, memory);
    worker.once('exit', () => {
      if (current === worker) current = undefined;
    });
    return worker;
  };

  const make: ThreadWork<Job> = async (job) => {
    clearTimeout(ending);
    const isNew = current === undefined;
    current ??= start();
    const worker = current;
    const late = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    try {
      if (isNew) await once(worker, 'online', { signal: AbortSignal.timeout(longestStart) });
      timer = setTimeout(() => late.abort(), deadline);
      const answered: Promise<[ThreadAnswer]> = once(worker, 'message', { signal: late.signal }) as Promise<
        [ThreadAnswer]
      >;
      worker.postMessage(job);
      const [answer] = await answered;
      if (answer.kind === 'failed') throw answer.error;
      if (answer.kind === 'beyond bounds') throw new BeyondBounds(`${nameOf(job)} is too long`);
      return answer.made;
    } catch (error) {
      if (!late.signal.aborted && !isOutOfMemory(error)) throw error;
      if (current === worker) current = undefined;
      await worker.terminate();
      throw new BeyondBounds(`${nameOf(job)} takes too long or too much memory to render`, { cause: error });
    } finally {
      clearTimeout(timer);
      ending = setTimeout(end, idle).unref();
    }
  };

  return { make, [Symbol.asyncDispose]: end };
}

/** Starts a thread that does not keep the process alive. If it fails between jobs, its owner starts another. */
function startWorker(file: string, workerData: string, maxOldGenerationSizeMb: number): Worker {
  const worker = new Worker(file, { workerData, resourceLimits: { maxOldGenerationSizeMb, maxYoungGenerationSizeMb } });
  worker.unref();
  worker.on('error', () => undefined);
  return worker;
}

const nameOf = (job: ThreadJob) => ('kind' in job ? `a ${job.kind}` : job.path);

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
