import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Act } from './honest-user.ts';

/** A server under attack, and an idle one beside it. */
export type WatchTargets = { origin: string; pid: number; idleOrigin: string };

export type HealthSamples = {
  /** In milliseconds: how long each health check took, and how long the attacked server waited for a processor. */
  health: { took: number; tookIdle: number; queued: number }[];
  /** The acts of an honest user during the watch. */
  acts: Act[];
  /** Resident memory of the attacked server, in MiB. */
  memory: number[];
};

export type HealthWatch = AsyncDisposable & {
  /** Ends the watch, and returns its samples. */
  seen(): Promise<HealthSamples>;
};

/** Watches both servers from a separate thread, which the attack does not keep busy. */
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
