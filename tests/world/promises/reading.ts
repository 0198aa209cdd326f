import { firstVersion } from '../answers-heard.ts';
import { BrokenPromise } from '../broken-promise.ts';
import type { Device, OpenTab } from '../device.ts';
import type { ShownState } from '../shown-posts.ts';
import type { World } from '../world.ts';

/** A tab that nobody else uses. */
const reader = 2;

/** What a device has shown can be read there again without a network, also by a worker that starts for it. */
export async function verifyWithoutNetwork(world: World, device: Device): Promise<void> {
  // Whoever looks then sees nothing, and again what was there once it answers.
  if (device.storageFaults.hangs || !world.keepsAll) return;
  await world.turns.settle();
  const shown = world.shownOn(device);
  shown.settle();
  const expected = shown.readable();
  if (expected.size === 0 || !device.worker.active) return;
  world.check('what was shown can be read without a network');
  world.turns.tell(`${device.name}: is without a network`);
  const { isOnline } = device;
  device.isOnline = false;
  device.worker.kill();
  const tab = world.openTab(device, reader);
  let { losses } = device.storageFaults;
  let found = await findMissing(world, device, tab, expected);
  if (found.missing !== undefined && device.storageFaults.losses !== losses) {
    // What could not be read once is read again.
    ({ losses } = device.storageFaults);
    found = await findMissing(world, device, tab, expected);
  }
  const { missing, titles } = found;
  if (missing !== undefined && device.storageFaults.losses === losses)
    throw new BrokenPromise(`${device.name} has shown "${missing}", and without a network has ${titles}`);
  device.kill(reader);
  device.isOnline = isOnline;
}

/** The first of the posts, by their ids, that is not listed in the tab or cannot be opened there, and what is listed. */
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
    // A post that was deleted elsewhere may have gone from here as well.
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

/** Who opens the list online sees what the server has, in place of what was cached. */
export async function verifyNewest(world: World, device: Device, tab: OpenTab): Promise<string> {
  world.check('who opens the list online sees what the server has');
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

/** Titles of the list, read to its end; none if it cannot be read. */
export async function readWhole(world: World, tab: OpenTab): Promise<string[]> {
  try {
    await world.whenDone(tab.page.openList());
    await readOn(world, tab);
  } catch (error) {
    world.turns.tell(`${tab.name}: cannot read on (${error})`);
  }
  return tab.page.listed().map(({ title }) => title);
}

/** Reads the list that is open to its end. */
export async function readOn(world: World, tab: OpenTab): Promise<void> {
  await world.turns.settle();
  // What is asked for meanwhile, such as a newer beginning, can take the place of what was to be read on.
  for (let rounds = 0; tab.page.hasMore() && rounds < 30; rounds += 1) {
    await world.whenDone(tab.page.showMore());
    await world.turns.settle();
  }
}

/**
 * A device that has refreshed the list keeps the newest posts, scrolled to or not. No life has as many as it keeps.
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
 * Returns whether the post was inserted below an older one in the own server's list, which is sorted by id. A device
 * that has the pages around it fetches no page twice, so it cannot know. In a world this is a post of a server that
 * was started in the same millisecond in which another post was published: the ids of two processes are not in order.
 */
function isInserted(world: World, id: string): boolean {
  const first = world.server.history().find((version) => version.id >= id);
  return first !== undefined && first.id !== id;
}
