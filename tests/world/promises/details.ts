import type { Post } from '../../../src/contract/posts.ts';
import { BrokenPromise } from '../broken-promise.ts';
import type { Device, OpenTab } from '../device.ts';
import type { World } from '../world.ts';
import { readOn, verifyNewest } from './reading.ts';

const whereOf = (device: Device): string => `${device.name}, ${device.isOnline ? 'online' : 'without a network'},`;

/** Verifies that each post opens with its newest text. */
export async function verifyDetails(world: World, device: Device, tab: OpenTab): Promise<void> {
  const where = whereOf(device);
  for (const { id, title, shown: content, version } of world.server.posts()) {
    world.check('a post opens with its newest text');
    const shown = await openedAtLast(world, device, tab, id);
    if (shown?.state !== 'loaded') throw new BrokenPromise(`${where} does not show "${title}"`);
    if (shown.post.content !== content)
      throw new BrokenPromise(
        `${where} shows "${title}" as "${shown.post.content}", where version ${version} is "${content}"`,
      );
  }
}

/** Verifies that no deleted post opens. Without a network, call this after the posts' addresses were opened online. */
export async function verifyDeleted(world: World, device: Device, tab: OpenTab): Promise<void> {
  const where = whereOf(device);
  const ids = new Set(world.server.posts().map(({ id }) => id));
  const gone = new Map(world.server.history().map(({ id, title }) => [id, title]));
  for (const [id, title] of gone) {
    if (ids.has(id)) continue;
    world.check('a deleted post opens nowhere');
    // The first visit to the deleted post may still show a cached copy.
    if (device.isOnline) await openedAtLast(world, device, tab, id);
    const shown = await openedAtLast(world, device, tab, id);
    if (shown?.state === 'loaded') throw new BrokenPromise(`${where} shows "${title}", which is deleted`);
  }
}

/**
 * Verifies that each device lists the newest posts as soon as it has a network.
 *
 * @param opener the device that also opens every post, and must open it again without a network
 */
export async function verifyReadAgain(world: World, opener: Device | undefined): Promise<void> {
  for (const device of world.devices) {
    const at = device.tabs.length;
    const reader = world.openTab(device, at);
    await verifyNewest(world, device, reader);
    if (device === opener) await verifyTextsReadAgain(world, device, reader, at);
    device.kill(at);
  }
}

async function verifyTextsReadAgain(world: World, device: Device, reader: OpenTab, at: number): Promise<void> {
  const online = await shownIn(world, device, reader);
  device.kill(at);
  device.worker.kill();
  device.isOnline = false;
  const offline = await shownIn(world, device, world.openTab(device, at));
  device.isOnline = true;
  for (const [id, { title, version = 0 }] of online) {
    world.check('a post that was opened online opens again without a network');
    const again = offline.get(id)?.version;
    // Since the online visit, an edit may have made the post newer, or a delete may have removed it.
    if ((again ?? 0) < version && world.server.posts().some((post) => post.id === id))
      throw new BrokenPromise(`${device.name} shows "${title}" without a network as ${again}, not ${version}`);
  }
}

/** Reads the list to its end, opens each post, and returns those that load, by id. */
async function shownIn(world: World, device: Device, tab: OpenTab): Promise<Map<string, Post>> {
  const posts = new Map<string, Post>();
  const reading = tab.page.openList().catch((error: unknown) => {
    throw new BrokenPromise(`${tab.name} does not show the list: ${error}`);
  });
  await world.whenDone(reading);
  await readOn(world, tab);
  for (const { _id } of tab.page.listed()) {
    const shown = await openedAtLast(world, device, tab, _id);
    if (shown?.state === 'loaded') posts.set(_id, shown.post);
  }
  return posts;
}

async function openedAtLast(world: World, device: Device, tab: OpenTab, id: string) {
  await world.whenDone(world.followsOf(device).openPost(tab, id));
  await world.turns.settle();
  return tab.page.openedPost();
}
