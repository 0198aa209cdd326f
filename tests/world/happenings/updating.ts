import type { OpenTab } from '../device.ts';
import { verifyOpensAgain } from '../promises/updates.ts';
import type { World } from '../world.ts';
import { wrongFiles } from '../wrong-files.ts';
import {
  type Happening,
  inTab,
  killTab,
  lookFor,
  onDevice,
  openedTab,
  type Where,
  whereNetworkIsGood,
} from './happening.ts';

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

/** The host answers something else in the place of one file of its build, or of most. */
function answerWrongly({ turns, site }: World, nth: number): void {
  const what = wrongFiles[turns.pick(wrongFiles.length)] ?? 'nothing';
  const all = [...site.build.files.keys()];
  const paths = nth % 2 === 0 ? all.filter((path) => path !== '/worker.js') : [all[turns.pick(all.length)] ?? ''];
  turns.tell(`the host answers ${what} in the place of ${paths}`);
  site.wrong = { what, paths: new Set(paths) };
}

/** Its files are in order again, for half of those who come upon it. */
function mend({ turns, site }: World, nth: number): void {
  if (nth % 4 > 1) return;
  turns.tell('the host has the right files');
  site.wrong = undefined;
}

async function comeToBadDeploy(world: World, { device, at, nth }: Where): Promise<void> {
  const { turns } = world;
  await deploy(world);
  answerWrongly(world, nth);
  const tab = openedTab(world, { device, at });
  await whereNetworkIsGood(world, device, async () => {
    turns.tell(`${tab.name}: comes back`);
    comeBack(tab);
    await turns.take(300);
  });
  await verifyOpensAgain(world, device);
  mend(world, nth);
}

/** A worker restores what is missing when a page opens. */
async function missFilesAtBadHost(world: World, { device, at, nth }: Where): Promise<void> {
  const { turns } = world;
  turns.tell(`${device.name}: its caches are deleted`);
  device.deleteCaches();
  answerWrongly(world, nth);
  await whereNetworkIsGood(world, device, async () => {
    if (device.tabs[at]) world.reload(openedTab(world, { device, at }));
    else openedTab(world, { device, at });
    await turns.take(200);
  });
  mend(world, nth);
}

export const updating: Happening[] = [
  { name: 'a new build is deployed', weight: 5, do: deploy },
  onDevice('comes back to its tabs', 5, ({ tabs }) => {
    for (const tab of tabs) if (tab) comeBack(tab);
  }),
  inTab('accepts the update', 4, (tab, world, { device }) => world.updates.accept(device, tab)),
  inTab('opens another screen', 5, (tab, world, { device }) => world.updates.openScreen(device, tab)),
  onDevice('closes every tab', 5, (device, world) => {
    for (const [at, tab] of device.tabs.entries()) {
      if (!tab) continue;
      device.leave(tab);
      killTab(world, { device, at });
    }
  }),
  onDevice('opens the app in a tunnel', 4, (device, world) => verifyOpensAgain(world, device)),
  { name: 'sees a build deployed whose files are something else', weight: 5, do: comeToBadDeploy },
  { name: 'misses files that are something else at the host', weight: 5, do: missFilesAtBadHost },
  {
    name: 'sees a build deployed, comes back where the network is good, and accepts it',
    weight: 6,
    async do(world, where) {
      const { turns } = world;
      const { device, nth } = where;
      const tab = openedTab(world, where);
      await deploy(world);
      turns.tell(`${tab.name}: comes back`);
      await whereNetworkIsGood(world, device, async () => {
        comeBack(tab);
        await lookFor(world, () => device.worker.waiting);
      });
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
