import type { OpenTab } from '../device.ts';
import type { World } from '../world.ts';
import { type Happening, inTab, killTab, lookFor, onDevice, openedTab } from './happening.ts';

/** The other build takes the place of the one that is served: it is a later one, or the way back. */
async function deploy({ turns, site, server }: World): Promise<void> {
  site.deploy();
  turns.tell(`build ${site.name} is deployed`);
  if (server.kind === 'own') await server.upgrade(site.name);
}

/** Somebody comes back to a tab that is open: the product looks for an update then. */
function comeBack({ document }: OpenTab): void {
  document.visibilityState = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
}

/** So long workbox waits before it tells of a worker that waits, and longer. */
const untilOffered = 1_000;

export const updating: Happening[] = [
  { name: 'a new build is deployed', weight: 4, do: deploy },
  onDevice('comes back to its tabs', 3, ({ tabs }) => {
    for (const tab of tabs) if (tab) comeBack(tab);
  }),
  inTab('accepts the update', 4, (tab, world, { device }) => world.updates.accept(device, tab)),
  inTab('opens another screen', 3, (tab, world, { device }) => world.updates.openScreen(device, tab)),
  onDevice('closes every tab', 2, (device, world) => {
    for (const [at, tab] of device.tabs.entries()) {
      if (!tab) continue;
      device.leave(tab);
      killTab(world, { device, at });
    }
  }),
  {
    name: 'sees a build deployed, comes back where the network is good, and accepts it',
    weight: 6,
    async do(world, where) {
      const { turns, network } = world;
      const { device, nth } = where;
      const tab = openedTab(world, where);
      await deploy(world);
      turns.tell(`${tab.name}: comes back`);
      const { rates } = network;
      network.rates = {};
      device.isOnline = true;
      comeBack(tab);
      await lookFor(world, () => device.worker.waiting);
      network.rates = rates;
      await turns.pass(untilOffered, 12);
      await lookFor(world, tab.page.isUpdateOffered);
      if (nth % 2 === 0) {
        tab.page.leaveForm();
        world.keepInTab(tab);
      }
      world.begin(`${tab.name}: accepts the update`, () => world.updates.accept(device, tab));
    },
  },
];

export const isDeploy = (happens: string): boolean => /build is deployed|build deployed/.test(happens);
