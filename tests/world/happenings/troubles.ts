import type { Person } from '../page/page.ts';
import type { World } from '../world.ts';
import { accounts } from './accounts.ts';
import {
  closeTab,
  happening,
  inTab,
  killTab,
  killTabAtWrite,
  lookFor,
  onDevice,
  openedTab,
  type Where,
  whereNetworkIsGood,
} from './happening.ts';
import { beginPress, type, typeAndPress } from './writing.ts';

export const closedAndKilled = [
  happening('reloads', 4, (world, { device, at }) => {
    const found = device.tabs[at];
    if (!found) return;
    world.turns.tell(`${found.name}: reloads`);
    world.reload(found);
  }),
  happening('loads another page by its address', 5, (world, { device, at }) => {
    const found = device.tabs[at];
    if (!found) return;
    world.turns.tell(`${found.name}: another page is loaded`);
    world.openHome(found);
  }),
  happening('is closed', 5, closeTab),
  happening('is killed', 5, killTab),
  happening('is killed during one of its next writes', 4, (world, where) =>
    killTabAtWrite(world, where, where.nth + 1),
  ),
  onDevice('its worker is killed', 4, (device) => device.worker.kill()),
];

export const onTrain = [
  onDevice('loses the network', 6, (device) => {
    device.isOnline = false;
  }),
  happening('has a network again', 6, (_, { device }) => device.regainNetwork()),
  onDevice('syncs in the background', 7, (device) => {
    if (device.isOnline) device.worker.sync();
  }),
  happening('waits for hours', 6, ({ turns }) => {
    turns.tell('hours go by');
    return turns.pass(turns.pick(4 * 3_600_000), 4);
  }),
];

export const twoPeople = [
  inTab('logs in as another', 6, (tab, { people }, { nth }) => tab.page.logIn(people[nth % people.length] as Person)),
  inTab('logs out', 6, (tab) => tab.page.logOut()),
  ...accounts,
];

async function pressAndKillServer(world: World, where: Where, nth: number): Promise<void> {
  const { turns, server } = world;
  turns.tell(`the server will be killed at its write ${nth}`);
  server.killAtWrite(nth);
  await typeAndPress(world, where);
  await lookFor(world, () => !server.isRunning);
  if (server.isRunning) return;
  turns.tell('the server is started');
  await server.start();
}

export const badServer = [
  happening('sees the server killed', 8, ({ turns, server }) => {
    turns.tell('the server is killed');
    server.kill();
  }),
  happening('sees the server killed during one of its next writes', 8, ({ turns, server }, { nth }) => {
    turns.tell(`the server will be killed at its write ${nth + 1}`);
    server.killAtWrite(nth + 1);
  }),
  happening('types and presses Create Blog, and the server is killed as it stores the post', 8, (world, where) =>
    pressAndKillServer(world, where, where.nth + 1),
  ),
  happening('sees the server started', 8, ({ turns, server }) => {
    if (server.isRunning) return;
    turns.tell('the server is started');
    return server.start();
  }),
];

export const badStorage = [
  onDevice('its storage will fail once', 6, (device, { turns }) => device.storageFaults.failAfter(turns.pick(12))),
  onDevice('its storage is full', 5, (device) => {
    device.storageFaults.isFull = true;
  }),
  onDevice('its storage has room again', 5, (device) => {
    device.storageFaults.isFull = false;
  }),
  onDevice('its caches are deleted', 5, (device) => device.deleteCaches()),
  onDevice('its storage hangs', 5, (device) => device.storageFaults.hang()),
  onDevice('its storage hangs for a while', 5, async ({ storageFaults }, { turns }) => {
    storageFaults.hang();
    await turns.pass(turns.pick(30_000), 12);
    storageFaults.answer();
  }),
  happening('types and presses Create Blog, and its storage fails once', 5, async (world, where) => {
    await type(world, where);
    await world.turns.pass(5_000, 12);
    where.device.storageFaults.failAfter(where.nth);
    const tab = openedTab(world, where);
    beginPress(world, tab);
    await world.turns.take(60);
  }),
  happening(
    'types words that cannot be saved, and continues the saved text in another tab',
    4,
    async (world, where) => {
      const { device, at } = where;
      await type(world, where);
      await world.turns.pass(30_000, 12);
      device.storageFaults.failAfter(0);
      await type(world, where);
      const tab = world.openHome(openedTab(world, where));
      await type(world, { ...where, at: at === 0 ? 1 : 0 });
      await world.turns.pass(30_000, 12);
      tab.page.openForm();
    },
  ),
];

/** Deletes a device's storage. Only texts that were stored nowhere else may be lost, and no post is published twice. */
export const deletedStorage = [
  onDevice('its storage is deleted', 8, async (device, world) => {
    // Moves the clock, so that the deletion is later than all calls before it.
    await world.turns.pass(1_000, 4);
    world.loseStorage(device);
    device.deleteStorage();
  }),
];

export const wrongClock = [
  onDevice('its clock jumps', 8, (device, { turns, network }) => {
    const days = turns.pick(800) - 400;
    turns.tell(`by ${days} days`);
    network.clockJumps(device);
    device.clock.ahead += days * 86_400_000;
  }),
];

/** Happenings of a rare kind of life: the server is killed between two writes of one publication. */
export const killedBetweenWrites = [
  happening(
    'presses Create Blog, and the server is killed between the writes of the post',
    30,
    async (world, where) => {
      await world.turns.settle();
      await whereNetworkIsGood(world, where.device, () => pressAndKillServer(world, where, 2 + (where.nth % 3)));
      world.server.killAtWrite(0);
    },
  ),
];
