// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { openBoundedThread } from '../../src/server/process/bounded-thread.ts';
import type { IndexJob } from '../../src/server/search/post-indexer.ts';

const started = vi.hoisted(() => ({ finish: (): void => undefined }));

/** Mocks a worker thread that starts when the test calls `finish`, and answers messages only after that. */
vi.mock('node:worker_threads', async () => {
  const { EventEmitter } = await import('node:events');
  class StartingWorker extends EventEmitter {
    readonly #online = Promise.withResolvers<void>();

    constructor() {
      super();
      started.finish = () => {
        this.emit('online');
        this.#online.resolve();
      };
    }

    postMessage(): void {
      void this.#online.promise.then(() => this.emit('message', { kind: 'made', made: new Uint8Array([1]) }));
    }

    unref(): this {
      return this;
    }

    async terminate(): Promise<number> {
      return 0;
    }
  }
  return { Worker: StartingWorker };
});

test("a job's deadline begins only after its thread has started", async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  using _ = { [Symbol.dispose]: () => void vi.useRealTimers() };
  await using thread = openBoundedThread<IndexJob>('thread.js', '', 60_000, { deadline: 2_000, memory: 16 });
  const made = thread.make({ kind: 'index entry', title: '', content: 'a' });
  vi.advanceTimersByTime(5_000);
  started.finish();
  expect(await made).toEqual(new Uint8Array([1]));
});
