import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Act } from './honest-user.ts';

/** A server under attack, and one beside it that nobody attacks. */
export type WatchTargets = { origin: string; pid: number; idleOrigin: string };

export type HealthSamples = {
  /** How long both took to say that they are well, and how long the first had no processor meanwhile, in milliseconds. */
  health: { took: number; tookIdle: number; queued: number }[];
  /** What somebody who attacks nobody did meanwhile. */
  acts: Act[];
  /** Resident memory of the one under attack, in MiB. */
  memory: number[];
};

export type HealthWatch = AsyncDisposable & {
  /** Ends the watch. */
  seen(): Promise<HealthSamples>;
};

/** Watches from a thread of its own, which the attack does not keep busy. */
export async function watchHealth(watched: WatchTargets): Promise<HealthWatch> {
  const watcher = new Worker(new URL('./health-watcher.ts', import.meta.url), { workerData: watched });
  await once(watcher, 'message');
  return {
    async seen() {
      const told = once(watcher, 'message');
      watcher.postMessage('end');
      const [seen]: HealthSamples[] = await told;
      if (!seen) throw new Error('nothing seen');
      return seen;
    },
    [Symbol.asyncDispose]: async () => {
      await watcher.terminate();
    },
  };
}
