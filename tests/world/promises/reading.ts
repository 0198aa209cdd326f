import { firstVersion } from '../answers-heard.ts';
import { BrokenPromise } from '../broken-promise.ts';
import type { Device, OpenTab } from '../device.ts';
import type { ShownState } from '../shown-posts.ts';
import type { World } from '../world.ts';

/** The index of a tab that no person uses. */
const reader = 2;

/** Verifies that everything a device has shown can be read there again without a network, even by a new worker. */
export async function verifyWithoutNetwork(world: World, device: Device): Promise<void> {
  // While its storage hangs, a device shows nothing.
  if (device.storageFaults.hangs || !world.keepsAll) return;
  await world.turns.settle();
  const shown = world.shownOn(device);
  shown.settle();
  const expected = shown.readable();
  if (expected.size === 0 || !device.worker.active) return;
  world.check('posts that were shown can be read without a network');
  let titles: string[] = [];
  const missing = await missingInTunnel(world, device, async (tab) => {
    const found = await findMissing(world, device, tab, expected);
    ({ titles } = found);
    return found.missing;
  });
  if (missing !== undefined)
    throw new BrokenPromise(`${device.name} has shown "${missing}", and without a network has ${titles}`);
}

/**
 * Opens the app without a network and with a new worker, and calls `look`.
 *
 * @param look returns a description of missing data
 * @returns that description; `undefined` if nothing is missing, or if storage failed during both tries
 */
export async function missingInTunnel(
  world: World,
  device: Device,
  look: (tab: OpenTab) => Promise<string | undefined>,
): Promise<string | undefined> {
  await world.turns.settle();
  const { storageFaults, isOnline } = device;
  device.loseNetwork();
  device.worker.kill();
  const tab = world.openTab(device, reader);
  let missing: string | undefined;
  // A failed read is repeated once.
  for (let tries = 0; tries < 2; tries += 1) {
    const { losses } = storageFaults;
    missing = await look(tab);
    if (missing === undefined || losses === storageFaults.losses) break;
    missing = undefined;
  }
  device.kill(reader);
  device.isOnline = isOnline;
  return missing;
}

/** Returns the titles of the list, and the title of the first expected post that the tab does not list or open. */
async function findMissing(
  world: World,
  device: Device,
  tab: OpenTab,
  expected: ReadonlyMap<string, ShownState>,
): Promise<{ missing?: string; titles: string[] }> {
  const titles = await readWhole(world, tab);
  const listed = new Set(tab.page.listed().map(({ _id }) => _id));
  const published = new Set(world.server.posts().map(({ id }) => id));
  for (const [id, known] of expected) {
    // The device may lack a post that was deleted elsewhere.
    if (!published.has(id)) continue;
    const { losses } = device.storageFaults;
    const opened = await world.whenDone(world.followsOf(device).openPost(tab, id));
    if (!listed.has(id) || opened.state !== 'loaded') return { missing: known.title, titles };
    const { title, version = firstVersion } = opened.post;
    if (device.storageFaults.losses === losses)
      world.shownOn(device).verifyNotOlder(tab.name, { id, title, state: version }, known);
  }
  return { titles };
}

/** Verifies that the list shows the server's posts when online. @returns their titles */
export async function verifyNewest(world: World, device: Device, tab: OpenTab): Promise<string> {
  world.check('a reader who opens the list online sees what the server has');
  const before = titlesOf(world);
  const online = String((await readWhole(world, tab)).sort());
  const after = titlesOf(world);
  if (online !== after && before === after) throw new BrokenPromise(`${device.name} sees ${online} and not ${after}`);
  return online;
}

const titlesOf = (world: World): string =>
  String(
    world.server
      .posts()
      .map(({ listed }) => listed)
      .sort(),
  );

/** Returns the titles of the whole list; none if it cannot be read. */
export async function readWhole(world: World, tab: OpenTab): Promise<string[]> {
  try {
    await world.whenDone(tab.page.openList());
    await readOn(world, tab);
  } catch (error) {
    world.turns.tell(`${tab.name}: cannot read on (${error})`);
  }
  return tab.page.listed().map(({ title }) => title);
}

/** Reads the open list to its end. */
export async function readOn(world: World, tab: OpenTab): Promise<void> {
  await world.turns.settle();
  // A refresh can discard a request for more, which is then repeated.
  for (let rounds = 0; tab.page.hasMore() && rounds < 30; rounds += 1) {
    await world.whenDone(tab.page.showMore());
    await world.turns.settle();
  }
}

/**
 * Verifies that a device that has refreshed the list has stored the newest posts, even if nobody has scrolled. No life
 * has more posts than a device keeps.
 */
export async function verifyNewestKept(world: World, device: Device): Promise<void> {
  const online = world.openTab(device, reader);
  if (!online.controller) return device.kill(reader);
  const posts = world.server.posts();
  await world.whenDone(online.page.openList());
  await world.turns.settle();
  const listed = new Set(online.page.listed().map(({ _id }) => _id));
  device.kill(reader);
  world.check('the newest posts can be read without a network');
  world.turns.tell(`${device.name}: is without a network, and has read no further than the list's beginning`);
  device.isOnline = false;
  device.worker.kill();
  const kept = posts.filter(({ id }) => listed.has(id) || !isInserted(world, id));
  const expected = new Map(
    kept.map(({ id, title, version }) => [id, { id, title, state: version, firstAsked: undefined }]),
  );
  const { missing, titles } = await findMissing(world, device, world.openTab(device, reader), expected);
  if (missing !== undefined)
    throw new BrokenPromise(
      `${device.name} keeps the newest posts, and without a network has ${titles} without "${missing}"`,
    );
  device.kill(reader);
  device.isOnline = true;
}

/**
 * Returns whether the post was inserted below an older one in our own server's list, which is sorted by id. A device
 * may miss such a post, as it does not fetch a page again if it has both neighbours. In a world this happens if a
 * server starts in the millisecond in which another post was published, as ids of two processes are not in order.
 */
function isInserted(world: World, id: string): boolean {
  const first = world.server.history().find((version) => version.id >= id);
  return first !== undefined && first.id !== id;
}
