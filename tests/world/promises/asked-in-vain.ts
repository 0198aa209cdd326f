import { BrokenPromise } from '../broken-promise.ts';
import type { Person } from '../page/page.ts';
import type { Waiting } from '../texts-on-device.ts';
import type { World } from '../world.ts';

/**
 * Verifies that the app had a reason to ask an author whether to publish a text, too. Either an earlier version of the
 * text may have arrived, or the author's list has a post that it lacked before the first call. If a plain backend has
 * got no other text of the author since then, there is no reason. If the device does not know the earlier list, as its
 * storage was deleted, an older post with this title is a reason.
 */
export function verifyNotAskedInVain(world: World, { name }: Pick<Person, 'name'>, { work, seen }: Waiting): void {
  const { server } = world;
  if (server.kind !== 'foreign' || !server.isPlain || seen?.isWhole === false) return;
  world.check('no author is asked without reason whether to publish a text, too');
  const { title, content } = work.post;
  const own = server.history().filter((post) => post.author === name);
  const isInVain = seen
    ? own.filter(({ id }) => !seen.ids.includes(id)).every((post) => post.title === title && post.content === content)
    : own.every((post) => post.title !== title);
  if (isInVain) throw new BrokenPromise(`Asked in vain whether "${title}" is to be published too`);
}
