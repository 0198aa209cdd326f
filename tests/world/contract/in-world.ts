import { appOrigin } from '../app-origin.ts';
import { Device, type DevicePrograms } from '../device.ts';
import { Network } from '../network.ts';
import type { PageEvents } from '../page/page.ts';
import { Turns } from '../turns.ts';
import type { Context, ContractCase, Environment } from './environment.ts';
import { openContractHost } from './host.ts';

const otherOrigin = 'http://other.example';

export type ContractPrograms = Pick<DevicePrograms, 'worker' | 'indexedDb'>;

/**
 * Runs a case on a device of the world, of which the pages are no more than their globals.
 *
 * @param seed decides the order of turns: what the contract says holds in each.
 */
export async function runInWorld({ worker, indexedDb }: ContractPrograms, { run }: ContractCase, seed: number) {
  const turns = new Turns(seed);
  const network = new Network(turns, {});
  const host = openContractHost();
  for (const origin of [appOrigin, otherOrigin]) network.hosts.set(origin, async (call) => host(call));
  const page = (globals: object) => ({ openPage: () => globals });
  const device = new Device(
    'device',
    turns,
    // No case of the contract uses a thread.
    { page, worker, indexedDb } as unknown as DevicePrograms,
    network,
  );
  let opened = 0;
  const openContext = (): Context => {
    const tab = device.open(opened, {} as PageEvents);
    opened += 1;
    return tab.page as unknown as Context;
  };
  const context = openContext();
  const env: Environment = {
    name: 'case',
    context,
    otherOrigin,
    hasBackgroundSync: device.hasBackgroundSync,
    scope: '/',
    sync: () => device.worker.sync(),
    async open(where) {
      const { serviceWorker } = context.navigator;
      if (where === 'with the worker') {
        await serviceWorker.register('/worker.js');
        await serviceWorker.ready;
      }
      return openContext();
    },
    kill: (gone) => device.kill(device.tabs.findIndex((tab) => tab?.page === (gone as unknown))),
    async withFault(fault, work) {
      network.rates = { [fault]: 1 };
      try {
        return await work();
      } finally {
        network.rates = {};
      }
    },
    whenFull(work) {
      device.storageFaults.isFull = true;
      try {
        work('newer');
      } finally {
        device.storageFaults.isFull = false;
      }
    },
  };
  await inTurns(turns, run(env));
  for (const at of device.tabs.keys()) device.kill(at);
  device.worker.kill();
}

/** Takes turns, and lets time go by, until the work is done. */
async function inTurns(turns: Turns, work: Promise<void>): Promise<void> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  done.catch(() => undefined);
  for (let rounds = 0; !isDone && rounds < 2_000; rounds += 1) {
    await turns.take(50);
    if (!isDone) await turns.pass(10, 5);
  }
  if (!isDone) throw new Error('The case does not come to its end');
  await done;
}
