import { BrokenPromise } from '../broken-promise.ts';
import type { Person } from '../page/page.ts';
import type { Waiting } from '../texts-on-device.ts';
import type { World } from '../world.ts';

/**
 * Verifies that the app had a reason to ask an author whether to publish a text that may be published already. The
 * reason is a different post of the author that the backend has stored since the first call: it may be an earlier
 * version of this text. A device that lost its storage does not know which posts are older, so any post with this
 * title is a reason. Judges only foreign backends that return texts unchanged.
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
