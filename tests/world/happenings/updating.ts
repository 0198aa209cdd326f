import type { OpenTab } from '../device.ts';
import { verifyChunks, verifyOpensAgain } from '../promises/updates.ts';
import type { World } from '../world.ts';
import { wrongFiles } from '../wrong-files.ts';
import {
  comeBack,
  happening,
  inTab,
  killTab,
  lookFor,
  onDevice,
  openedTab,
  type Where,
  whereNetworkIsGood,
} from './happening.ts';
import { type } from './writing.ts';

/** Deploys the later build; if it is already deployed, the first build, as a rollback. */
async function deploy({ turns, site, server }: World): Promise<void> {
  site.deploy();
  turns.tell(`build ${site.name} is deployed`);
  if (server.kind === 'own') await server.upgrade(site.name);
}

/** In milliseconds: longer than workbox waits before it announces a waiting worker. */
const untilOffered = 1_000;

/** Makes the host send wrong content for one file of its build, or for all files except the worker's script. */
function answerWrongly({ turns, site }: World, nth: number): void {
  const what = wrongFiles[turns.pick(wrongFiles.length)] ?? 'nothing';
  const all = [...site.build.files.keys()];
  const paths = nth % 2 === 0 ? all.filter((path) => path !== '/worker.js') : [all[turns.pick(all.length)] ?? ''];
  turns.tell(`the host answers ${what} in the place of ${paths}`);
  site.wrong = { what, paths: new Set(paths) };
}

/** Repairs the host's files, unless `nth` says that they stay wrong for now. */
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

/** Deletes the caches while the host sends wrong files. The worker restores missing files when a page opens. */
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

/** Deploys a build, and waits until a tab offers it. */
async function seeUpdate(world: World, where: Where): Promise<OpenTab> {
  const { turns } = world;
  const { device } = where;
  const tab = openedTab(world, where);
  await deploy(world);
  turns.tell(`${tab.name}: comes back`);
  await whereNetworkIsGood(world, device, async () => {
    comeBack(tab);
    await lookFor(world, () => device.worker.waiting);
  });
  await turns.pass(untilOffered, 12);
  await lookFor(world, tab.page.isUpdateOffered);
  return tab;
}

/** Accepts an update just after or just before the author types a text. The update must not close the form. */
async function acceptOverText(world: World, where: Where, isBegunAfter: boolean): Promise<void> {
  const { device, at } = where;
  const tab = await seeUpdate(world, where);
  if (!tab.page.text()) tab.page.openForm();
  await lookFor(world, tab.page.text);
  if (isBegunAfter) {
    world.begin(`${tab.name}: starts afresh`, () => tab.page.startAfresh());
    world.keepInTab(tab);
    await lookFor(world, () => tab.page.text()?.content === '');
  } else await type(world, where);
  if (device.tabs[at] !== tab) return;
  world.begin(`${tab.name}: accepts the update`, () => world.updates.accept(device, tab));
  if (isBegunAfter) await type(world, where);
  await world.turns.settle();
}

/** Accepts an update in one of two tabs. The other tab must still have all files of its own build. */
async function acceptBesideTab(world: World, where: Where): Promise<void> {
  const { device, at } = where;
  openedTab(world, { device, at: 1 - at });
  await world.turns.settle();
  const tab = await seeUpdate(world, where);
  tab.page.leaveForm();
  world.keepInTab(tab);
  world.begin(`${tab.name}: accepts the update`, () => world.updates.accept(device, tab));
  await world.turns.settle();
  if (device.isOnline) await verifyChunks(world, device);
}

export const updating = [
  happening('a new build is deployed', 5, deploy),
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
  onDevice('opens the app without a network', 4, (device, world) => verifyOpensAgain(world, device)),
  happening('sees a build deployed whose host sends wrong files', 5, comeToBadDeploy),
  happening('misses cached files while the host sends wrong ones', 5, missFilesAtBadHost),
  happening('sees a build deployed, comes back on a good network, and accepts the update', 6, async (world, where) => {
    const { device, nth } = where;
    const tab = await seeUpdate(world, where);
    if (nth % 2 === 0) {
      tab.page.leaveForm();
      world.keepInTab(tab);
    }
    world.begin(`${tab.name}: accepts the update`, () => world.updates.accept(device, tab));
  }),
];

/** Happenings of a rare kind of life: an update is accepted while a text is in the form or another tab is open. */
export const updatingBeside = [
  happening('sees that a build is deployed, and accepts the update with a text in the form', 14, (world, where) =>
    acceptOverText(world, where, false),
  ),
  happening('sees that a build is deployed, accepts the update, and begins to write', 14, (world, where) =>
    acceptOverText(world, where, true),
  ),
  happening('sees that a build is deployed, and accepts the update beside another tab', 14, acceptBesideTab),
];

export const isDeploy = (happens: string): boolean => /build is deployed|build deployed/.test(happens);
