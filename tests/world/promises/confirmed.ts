import type { Post } from '../../../src/contract/posts.ts';
import { BrokenPromise } from '../broken-promise.ts';
import type { Device, OpenTab } from '../device.ts';
import type { World } from '../world.ts';

/** Reads the list, and verifies that it contains all edits and deletes that the device knows to be confirmed. */
export async function readListAgain(world: World, tab: OpenTab, device: Device): Promise<void> {
  const verify = asConfirmed(world, device);
  await tab.page.openList();
  for (const post of tab.page.listed()) verify(post);
}

/** Opens a post, and verifies that it has every confirmed edit that the device knows of, and no confirmed delete. */
export async function openAgain(world: World, tab: OpenTab, device: Device, id: string): Promise<void> {
  const verify = asConfirmed(world, device);
  const opened = await world.followsOf(device).openPost(tab, id);
  if (opened.state === 'loaded') verify(opened.post);
}

/**
 * Notes which edits and deletes the device knows to be confirmed now. Returns a function that throws if a post was
 * deleted or has an older version.
 */
function asConfirmed(world: World, device: Device): (post: Post) => void {
  const now = world.confirmed.on(device);
  const askedAt = world.turns.count;
  const known = { edits: new Map(now.edits), deleted: new Set(now.deleted) };
  const { losses } = device.storageFaults;
  if (known.edits.size > 0 || known.deleted.size > 0)
    world.check('a device shows no post as it was before a write that it knows to be confirmed');
  return ({ _id, title, version = 0 }) => {
    // A device that fails to read its confirmed writes may show older posts until it has a network.
    if (device.storageFaults.losses !== losses || world.rolledBack.ids.has(_id, askedAt)) return;
    if (known.deleted.has(_id)) throw new BrokenPromise(`${device.name} shows "${title}", which was deleted there`);
    const newest = known.edits.get(_id) ?? 0;
    if (version < newest)
      throw new BrokenPromise(`${device.name} shows version ${version} of "${title}", where ${newest} was saved`);
  };
}
