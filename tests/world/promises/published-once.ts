import { BrokenPromise } from '../broken-promise.ts';
import { has } from '../words.ts';
import type { World } from '../world.ts';

/** Each text is one post, but for what its author or the network has repeated. */
export function verifyPublishedOnce(world: World): void {
  const { server, wantedTwice } = world;
  /** By title, what stands apart in each of its posts. */
  const posts = new Map<string, string[]>();
  for (const { id, title } of server.posts()) {
    const found = [...(posts.get(title) ?? []), apartIn(world, id, title)];
    posts.set(title, found);
    const texts = new Set(found).size;
    if (found.length > texts + (wantedTwice.get(title)?.size ?? 0) + server.excusedRepeats(title))
      throw new BrokenPromise(`Published twice: "${title}"`);
  }
}

/** The words of the post, as it was published, that tell its text from the other one of the same draft. */
function apartIn({ words, server }: World, id: string, title: string): string {
  const apart = words.filter((word) => word.isApart && word.title === title);
  if (apart.length === 0) return '';
  const content = server.history().find((version) => version.id === id)?.content ?? '';
  return String(apart.filter((word) => has(content, word)).map(({ word }) => word));
}
