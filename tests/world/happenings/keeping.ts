import { imagesNamedIn } from '../../../src/contract/named-images.ts';
import type { Post } from '../../../src/contract/posts.ts';
import { appOrigin } from '../app-origin.ts';
import type { Device, OpenTab } from '../device.ts';
import { verifyKept, verifyListed } from '../promises/kept.ts';
import type { World } from '../world.ts';
import { happening, killTab, lookFor, onDevice, openedTab, type Where, whereNetworkIsGood } from './happening.ts';
import { type } from './writing.ts';

/**
 * Does a reader's work on a good network, and waits for its end.
 *
 * @returns whether the work has succeeded without a failure of storage, the page or the worker
 */
export async function doesInPeace(
  world: World,
  device: Device,
  tab: OpenTab,
  { what, work }: { what: string; work: () => Promise<unknown> },
): Promise<boolean> {
  const { losses } = device.storageFaults;
  const { deaths } = device.worker;
  let isDone = false;
  await whereNetworkIsGood(world, device, async () => {
    world.begin(`${tab.name}: ${what}`, async () => {
      await work();
      isDone = true;
    });
    await lookFor(world, () => isDone);
    await world.turns.settle();
  });
  return isDone && tab.realm.isAlive && losses === device.storageFaults.losses && deaths === device.worker.deaths;
}

export async function listIn(world: World, device: Device, tab: OpenTab): Promise<boolean> {
  return doesInPeace(world, device, tab, { what: 'reads the list', work: () => tab.page.openList() });
}

/** Returns a post of the list. Two of three values of `nth` prefer a post with a picture. */
function postToKeep(tab: OpenTab, nth: number): Post | undefined {
  const posts = tab.page.listed();
  const pictured = posts.filter((post) => imagesNamedIn(post).length > 0);
  const chosen = pictured.length > 0 && nth % 3 > 0 ? pictured : posts;
  return chosen[nth % chosen.length];
}

async function keep(world: World, where: Where): Promise<void> {
  const { device, nth } = where;
  const tab = openedTab(world, where);
  if (!(await listIn(world, device, tab)) || !tab.controller) return;
  for (let pages = nth % 4; pages > 0 && tab.page.hasMore(); pages -= 1)
    await doesInPeace(world, device, tab, { what: 'reads on', work: () => tab.page.showMore() });
  const post = postToKeep(tab, nth);
  if (!post) return;
  const what = `keeps "${post.title}" on this device`;
  if (await doesInPeace(world, device, tab, { what, work: () => tab.page.keep(post) }))
    world.keptOn(device).keep(post, picturesOutOfReach(world, device, post));
}

/** Returns the post's pictures that the device lacks while the server is down; an empty array while it runs. */
function picturesOutOfReach({ server }: World, { storage }: Device, post: Post): string[] {
  if (server.isRunning) return [];
  return imagesNamedIn(post).filter((name) => !storage.caches.has(`${appOrigin}/images/${name}`));
}

/** Types a draft while storage is full. The app may evict data that it can fetch again, but nothing that is pinned. */
async function keepUnderPressure(world: World, where: Where): Promise<void> {
  const { storageFaults } = where.device;
  await keep(world, where);
  if (storageFaults.isFull) return;
  world.turns.tell(`${where.device.name}: its storage is full for a while`);
  storageFaults.isFull = true;
  await type(world, where);
  await world.turns.pass(5_000, 12);
  // Gives the device time to evict data while storage is still full.
  await world.turns.settle();
  storageFaults.isFull = false;
  await verifyKept(world, where.device);
}

async function stopKeeping(world: World, where: Where): Promise<void> {
  const { device, nth } = where;
  const { posts } = world.keptOn(device);
  const post = posts[nth % posts.length];
  if (!post) return;
  const tab = openedTab(world, where);
  world.keptOn(device).stopKeeping(post);
  world.begin(`${tab.name}: stops keeping "${post.title}"`, () => tab.page.stopKeeping(post));
}

async function chooseNewest(world: World, where: Where): Promise<void> {
  const { device, nth } = where;
  // Skips lives whose devices have room for every post: the choice would change nothing.
  if (world.keepsAll) return;
  const tab = openedTab(world, where);
  if (!tab.controller) return;
  const count = [0, 6, 0, 6, 0, 6, 0, 100][nth] ?? 0;
  const what = `is to keep the newest ${count}`;
  world.keptOn(device).newest = 0;
  if (await doesInPeace(world, device, tab, { what, work: () => tab.page.chooseNewest(count) }))
    world.keptOn(device).newest = count;
}

/** The number of pages of a long list that a device stores, including the first (`littleRoom` in build-programs.ts). */
const pagesKept = 3;

/** Reads a list to its end. The newest posts, the first page and the last two must be readable without a network. */
async function readToEnd(world: World, where: Where): Promise<void> {
  const { device, at } = where;
  // Kills the other tab, because pages that it reads would use up the limit on stored pages.
  if (device.tabs[1 - at]) killTab(world, { device, at: 1 - at });
  const tab = openedTab(world, where);
  if (world.keepsAll || !tab.controller || !(await listIn(world, device, tab))) return;
  const pages = [tab.page.listed()];
  while (tab.page.hasMore() && pages.length < 20) {
    const before = new Set(pages.flat().map(({ _id }) => _id));
    const what = 'reads on';
    if (!(await doesInPeace(world, device, tab, { what, work: () => tab.page.showMore() }))) return;
    pages.push(tab.page.listed().filter(({ _id }) => !before.has(_id)));
  }
  if (tab.page.hasMore()) return;
  const newest = pages.flat().slice(0, world.keptOn(device).newest);
  const last = [...pages.slice(0, 1), ...pages.slice(1).slice(1 - pagesKept)].flat();
  await verifyListed(world, device, new Map([...newest, ...last].map(({ _id, title }) => [_id, title])));
}

/** Happenings in which readers pin posts, and which verify that a full device does not evict them. */
export const keeping = [
  happening('keeps a post on this device', 10, keep),
  happening('keeps a post, and types a draft while storage is full', 9, keepUnderPressure),
  happening('stops keeping a post', 5, stopKeeping),
  onDevice('opens the posts that it keeps, without a network', 7, (device, world) => verifyKept(world, device)),
];

/** Happenings of lives with a blog that is longer than the device has room for. */
export const readingLong = [
  happening('chooses how many of the newest posts are kept', 30, chooseNewest),
  happening('reads a long list to its end, and again without a network', 30, readToEnd),
];
