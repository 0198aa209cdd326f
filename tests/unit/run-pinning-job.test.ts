import { expect, test, vi } from 'vitest';
import type { PinningJob } from '../../src/data/pin-next/pinning-job.ts';
import type { ToWorker } from '../../src/data/worker-client/messages.ts';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { eventually } from './support/eventually.ts';
import { replace } from './support/global.ts';

const job: PinningJob = {
  id: 'job',
  waiting: [{ id: 'a', images: [] }],
  total: 1,
  pinned: 0,
  gone: 0,
  missingImages: 0,
  freshFrom: 0,
  isForSaveData: false,
  state: { kind: 'going' },
};

/** A worker that has nothing left to pin, with what it was asked. */
function openWorker(): Disposable & { asked: string[] } {
  const asked: string[] = [];
  const controller = {
    postMessage(message: ToWorker, [port]: MessagePort[]) {
      if (message.type !== 'ask') return;
      asked.push(message.what);
      port?.postMessage({ answer: message.what === 'pin next' ? 'over' : { kept: [], passing: [] } });
    },
  };
  Object.defineProperty(navigator, 'serviceWorker', { value: { controller }, configurable: true });
  return { asked, [Symbol.dispose]: () => void Reflect.deleteProperty(navigator, 'serviceWorker') };
}

/** Runs while the database does not open in time; afterwards it does. */
async function runUnanswered(): Promise<void> {
  const { runPinningJob } = await import('../../src/data/pin-next/run-pinning-job.ts');
  using _ = catchErrors();
  using __ = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('The database does not open', 'TimeoutError');
  });
  await runPinningJob({ isResumed: true });
}

test('A job is gone on with also where the database did not answer when the page was told of it', async () => {
  await using _ = openDevice();
  using worker = openWorker();
  const { timeouts } = await import('../../src/data/timeouts.ts');
  using __ = replace(timeouts, { pinRetryMs: 50 });
  const { writePinningJob } = await import('../../src/data/pin-next/pinning-job.ts');
  const { pinningProgress } = await import('../../src/data/pin-next/pinning-progress.ts');
  await writePinningJob(job);
  await runUnanswered();
  expect(pinningProgress.get()).toEqual({ kind: 'none' });
  await eventually(() => expect(worker.asked).toContain('pin next'));
  await eventually(() => expect(pinningProgress.get()).toMatchObject({ kind: 'going', job: { id: 'job' } }));
});
