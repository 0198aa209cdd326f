import type { Post } from '../../../src/contract/posts.ts';
import { BrokenPromise } from '../broken-promise.ts';
import type { Device, OpenTab } from '../device.ts';
import type { World } from '../world.ts';
import { readOn } from './reading.ts';

/** Each post opens with its newest text, and one that was deleted does not open. */
export async function verifyDetails(world: World, device: Device, tab: OpenTab): Promise<void> {
  const where = `${device.name}, ${device.isOnline ? 'online' : 'without a network'},`;
  const posts = world.server.posts();
  for (const { id, title, shown: content, version } of posts) {
    world.checks += 1;
    const shown = await openedAtLast(world, tab, id);
    if (shown?.state !== 'loaded') throw new BrokenPromise(`${where} does not show "${title}"`);
    if (shown.post.content !== content)
      throw new BrokenPromise(
        `${where} shows "${title}" as "${shown.post.content}", where version ${version} is "${content}"`,
      );
  }
  const ids = new Set(posts.map(({ id }) => id));
  const gone = new Map(world.server.history().map(({ id, title }) => [id, title]));
  for (const [id, title] of gone) {
    if (ids.has(id)) continue;
    world.checks += 1;
    // The first time a copy may be there still, and stays on screen.
    if (device.isOnline) await openedAtLast(world, tab, id);
    const shown = await openedAtLast(world, tab, id);
    if (shown?.state === 'loaded') throw new BrokenPromise(`${where} shows "${title}", which is deleted`);
  }
}

/** What a device shows as soon as it has a network again, it shows again without one, whoever is logged in. */
export async function verifyReadAgain(world: World): Promise<void> {
  for (const device of world.devices) {
    const at = device.tabs.length;
    const online = await shownIn(world, world.openTab(device, at));
    device.kill(at);
    device.worker.kill();
    device.isOnline = false;
    const later = await shownIn(world, world.openTab(device, at));
    device.kill(at);
    device.isOnline = true;
    for (const [id, { title, version = 0 }] of online) {
      world.checks += 1;
      const again = later.get(id);
      // An edit, or a delete, may have been confirmed meanwhile.
      if ((again?.version ?? 0) < version && world.server.posts().some((post) => post.id === id))
        throw new BrokenPromise(
          `${device.name} shows "${title}" without a network as ${again?.version}, not ${version}`,
        );
    }
  }
}

/** The posts of the list as they are shown at last, by id. */
async function shownIn(world: World, tab: OpenTab): Promise<Map<string, Post>> {
  const posts = new Map<string, Post>();
  const reading = tab.page.openList().catch((error: unknown) => {
    throw new BrokenPromise(`${tab.name} does not show the list: ${error}`);
  });
  await world.whenDone(reading);
  await readOn(world, tab);
  for (const { _id } of tab.page.listed()) {
    const shown = await openedAtLast(world, tab, _id);
    if (shown?.state === 'loaded') posts.set(_id, shown.post);
  }
  return posts;
}

async function openedAtLast(world: World, tab: OpenTab, id: string) {
  await world.whenDone(tab.page.openPost(id));
  await world.turns.settle();
  return tab.page.openedPost();
}
