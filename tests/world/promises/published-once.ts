import { BrokenPromise } from '../broken-promise.ts';
import { has } from '../words.ts';
import type { World } from '../world.ts';

/** Verifies that each text is published once, except for repeats that its author wanted or the network caused. */
export function verifyPublishedOnce(world: World): void {
  const { server, wantedTwice } = world;
  /** By title, the distinguishing words of each post (see `apartIn`). */
  const posts = new Map<string, string[]>();
  for (const { id, title } of server.posts()) {
    const found = [...(posts.get(title) ?? []), apartIn(world, id, title)];
    posts.set(title, found);
    const texts = new Set(found).size;
    if (found.length > texts + (wantedTwice.get(title)?.size ?? 0) + server.excusedRepeats(title))
      throw new BrokenPromise(`Published twice: "${title}"`);
  }
}

/** Returns the `isApart` words of the post's first version: they tell it from a post that began as the same draft. */
function apartIn({ words, server }: World, id: string, title: string): string {
  const apart = words.filter((word) => word.isApart && word.title === title);
  if (apart.length === 0) return '';
  const content = server.history().find((version) => version.id === id)?.content ?? '';
  return String(apart.filter((word) => has(content, word)).map(({ word }) => word));
}
