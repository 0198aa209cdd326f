import type { Decided } from '../page/edit-conflict.ts';
import type { World } from '../world.ts';

/**
 * Takes note of what an author has decided, who has seen both texts.
 * An author is asked about two edits of one version alone: not about a text that was typed over the other.
 */
export function decide(world: World, { title, resolution, places, isEdited }: Decided): void {
  const between = places.map(({ mine, theirs }) => `${mine} or ${theirs}`).join(', ');
  world.turns.tell(`decides on "${title}" (${between}): ${resolution}${isEdited ? ', and edits it first' : ''}`);
  if (isEdited) world.withdrawnEdits.add(title);
  for (const { mine, theirs } of places) {
    for (const [later, earlier] of [
      [mine, theirs],
      [theirs, mine],
    ] as const) {
      if (earlier.length > 0 && earlier.every((word) => later.some((other) => isTypedOver(world, other, word))))
        world.faults.push(`The author of "${title}" is asked about ${earlier}, which they typed ${later} over`);
    }
    const chosen = [...(resolution === 'theirs' ? [] : mine), ...(resolution === 'mine' ? [] : theirs)];
    const lost = [...mine, ...theirs].filter((word) => !chosen.includes(word));
    for (const word of world.words) {
      if (!chosen.includes(word.word)) continue;
      word.isChosen = true;
      for (const loser of lost) word.beats.add(loser);
    }
    if (chosen.length === 0) for (const word of world.words) if (lost.includes(word.word)) word.isRemoved = true;
  }
}

/** Whether its author saw the earlier word in its place, or a word that was typed over that. */
function isTypedOver(world: World, word: string, earlier: string): boolean {
  const found = world.words.find((one) => one.word === word);
  if (!found) return false;
  return found.over.has(earlier) || [...found.over].some((between) => isTypedOver(world, between, earlier));
}
