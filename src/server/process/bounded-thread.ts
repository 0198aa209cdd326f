import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export type ThreadBounds = {
  /** How long one job may take, in milliseconds. */
  deadline: number;
  /** The thread's old-generation heap, in MiB. */
  memory: number;
};

/**
 * The deadline is ten times the rendering time of the longest page that a person would read. The memory is enough for a
 * page of 5 MB. `output-budget.ts` allows 6 MB; a page that exceeds the memory is rendered again, unformatted.
 */
const usualBounds: ThreadBounds = { deadline: 5_000, memory: 160 };
const maxYoungGenerationSizeMb = 16;

/** In milliseconds: how long a thread may take to start, before a job's deadline begins. A busy machine takes 0.4 s. */
const longestStart = 10_000;

/**
 * A job for the thread, which must be structured-cloneable. Error messages name the job's kind, or the path of the page
 * that it renders.
 */
export type ThreadJob = ({ kind: string } | { path: string }) & {
  /** Whether to leave the text unformatted. */
  isPlain?: boolean;
};

/** The result of one job: its bytes in UTF-8, `beyond bounds` if they are too long to send, or the error. */
export type ThreadAnswer =
  | { kind: 'made'; made: Uint8Array<ArrayBuffer> }
  | { kind: 'beyond bounds' }
  | { kind: 'failed'; error: unknown };

/** Runs a job, and returns the result as UTF-8. */
export type ThreadWork<Job> = (job: Job) => Promise<Uint8Array<ArrayBuffer>>;

/** Thrown if a job takes more time or memory than allowed, or if its result is too long. */
export class BeyondBounds extends Error {}

/**
 * Runs jobs in a worker thread. Call `make` for one job at a time. The thread starts with the first job, and again
 * after a job that exceeded its bounds. A thread that has rendered a long text keeps the memory (up to 0.3 GB) until it
 * ends. Disposing of the result terminates the thread.
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

/**
 * Starts a thread that does not keep the process alive. If it fails between jobs, `make` starts another for the next
 * job.
 */
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
