import { BrokenPromise } from '../broken-promise.ts';
import type { Person } from '../page/page.ts';
import type { Waiting } from '../texts-on-device.ts';
import type { World } from '../world.ts';

/**
 * An author is asked whether a text is to be published too where an earlier version of it may have arrived, or a post
 * that the app does not know: one that their list did not have before the first call. A backend that shows what it has,
 * and has no other text of theirs since then, leaves nothing to ask. Where the device does not know what the list had
 * before, as the storage was deleted, a post with this title may be an older one.
 */
export function verifyNotAskedInVain(world: World, { name }: Pick<Person, 'name'>, { work, seen }: Waiting): void {
  const { server } = world;
  if (server.kind !== 'foreign' || !server.isPlain || seen?.isWhole === false) return;
  world.check('nobody is asked in vain whether a text is to be published too');
  const { title, content } = work.post;
  const own = server.history().filter((post) => post.author === name);
  const isInVain = seen
    ? own.filter(({ id }) => !seen.ids.includes(id)).every((post) => post.title === title && post.content === content)
    : own.every((post) => post.title !== title);
  if (isInVain) throw new BrokenPromise(`Asked in vain whether "${title}" is to be published too`);
}
