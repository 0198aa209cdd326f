import { imagesNamedIn } from '../../../src/contract/named-images.ts';
import type { Post } from '../../../src/contract/posts.ts';
import { BrokenPromise } from '../broken-promise.ts';
import type { Device } from '../device.ts';
import { showPicture } from '../show-picture.ts';
import type { World } from '../world.ts';
import { missingInTunnel, readWhole } from './reading.ts';

const canRead = ({ worker, storageFaults }: Device): boolean =>
  worker.active !== undefined && !storageFaults.hangs && !storageFaults.isForbidden;

/** Verifies that a pinned post opens without a network, with its pictures, whatever else was evicted. */
export async function verifyKept(world: World, device: Device): Promise<void> {
  if (world.keptOn(device).posts.length === 0 || !canRead(device)) return;
  // Lets a delete that is on its way arrive first.
  await world.turns.settle();
  const ids = new Set(world.server.posts().map(({ id }) => id));
  // A deleted post may have left the device, even if a restored server has it again.
  const kept = world.keptOn(device).posts.filter(({ _id }) => ids.has(_id) && !world.rolledBack.ids.has(_id));
  if (kept.length === 0) return;
  world.check('a post that is kept opens without a network');
  const missing = await missingInTunnel(world, device, async (tab) => {
    for (const post of kept) {
      const opened = await world.whenDone(world.followsOf(device).openPost(tab, post._id));
      if (opened.state !== 'loaded') return `"${post.title}"`;
      if ((opened.post.version ?? 0) < (post.version ?? 0)) return `version ${post.version} of "${post.title}"`;
      for (const name of picturesOf(world, opened.post)) {
        if (!world.keptOn(device).hasPicture(post, name)) continue;
        world.check('a picture of a post that is kept is shown without a network');
        const shown = await world.whenDone(showPicture(device, tab, `/images/${name}`));
        if (!shown) return `the picture ${name} of "${post.title}"`;
      }
      // A newer version may name other pictures, which the reader has not pinned.
      if (opened.post.version !== post.version) world.keptOn(device).stopKeeping(post);
    }
    return undefined;
  });
  if (missing !== undefined) throw new BrokenPromise(`${device.name} was to keep ${missing}, and has it no more`);
}

/** Returns the post's uploaded pictures. */
const picturesOf = ({ server }: World, post: Pick<Post, 'imgUrl' | 'content'>): string[] =>
  server.kind === 'own' ? imagesNamedIn(post) : [];

/** Verifies that these posts are listed and can be opened without a network. */
export async function verifyListed(world: World, device: Device, expected: ReadonlyMap<string, string>): Promise<void> {
  world.check('the first and last pages of a long list can be read without a network');
  let titles: string[] = [];
  const missing = await missingInTunnel(world, device, async (tab) => {
    titles = await readWhole(world, tab);
    const listed = new Set(tab.page.listed().map(({ _id }) => _id));
    for (const [id, title] of expected) {
      if (!listed.has(id)) return `"${title}"`;
      const opened = await world.whenDone(world.followsOf(device).openPost(tab, id));
      if (opened.state !== 'loaded') return `"${title}"`;
    }
    return undefined;
  });
  if (missing !== undefined)
    throw new BrokenPromise(`${device.name} has read ${missing}, and without a network ${titles}`);
}

/** Verifies that the post that was opened last opens without a network, even if no cached list has it any more. */
export async function verifyOpened(world: World, device: Device, { _id, title }: Post): Promise<void> {
  if (!canRead(device) || world.server.posts().every(({ id }) => id !== _id)) return;
  world.check('a post that was opened can be read without a network');
  const missing = await missingInTunnel(world, device, async (tab) => {
    const opened = await world.whenDone(world.followsOf(device).openPost(tab, _id));
    return opened.state === 'loaded' ? undefined : `"${title}"`;
  });
  if (missing !== undefined) throw new BrokenPromise(`${device.name} has read ${missing}, and without a network not`);
}
