import { appOrigin } from '../app-origin.ts';
import type { DevicePrograms } from '../build-programs.ts';
import { DeployedSite } from '../deployed-site.ts';
import { Device } from '../device.ts';
import { Network } from '../network.ts';
import type { PageEvents } from '../page/page.ts';
import { endOf, Turns } from '../turns.ts';
import { type Context, type ContractCase, type Environment, until } from './environment.ts';
import { openContractHost } from './host.ts';

const otherOrigin = 'http://other.example';

export type ContractPrograms = Pick<DevicePrograms, 'worker' | 'indexedDb'>;

/**
 * Runs a case on a device of the world. A page consists only of its globals here.
 *
 * @param seed decides the order of turns; the case must pass in every order
 */
export async function runInWorld({ worker, indexedDb }: ContractPrograms, { run }: ContractCase, seed: number) {
  const turns = new Turns(seed);
  const network = new Network(turns);
  const host = openContractHost();

  const page = (globals: object) => ({ openPage: () => globals });
  const site = new DeployedSite();
  network.hosts.set(appOrigin, site.hostWith({ isRunning: true, handle: async (call) => host(call) }));
  network.hosts.set(otherOrigin, async (call) => host(call));
  // No case prepares an image, so the device needs no image thread.
  const programs = { page, worker, indexedDb } as unknown as DevicePrograms;
  const device = new Device('device', turns, { today: programs, another: programs }, { network, site });
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
    killWorker: () => device.worker.kill(),
    async open(where) {
      const { serviceWorker } = context.navigator;
      if (where === 'with the worker') {
        await serviceWorker.register('/worker.js');
        const { active } = await serviceWorker.ready;
        await until(context, 'the worker is active', () => active?.state === 'activated');
      }
      return openContext();
    },
    deploy: async () => site.deploy(),
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

/** Takes turns and moves the clock until the work is done. */
async function inTurns(turns: Turns, work: Promise<void>): Promise<void> {
  const isOver = endOf(work);
  for (let rounds = 0; !isOver() && rounds < 2_000; rounds += 1) {
    await turns.take(50);
    if (!isOver()) await turns.pass(10, 5);
  }
  if (!isOver()) throw new Error('The case does not come to its end');
  await work;
}
