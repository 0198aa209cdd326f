import type { Device } from '../device.ts';
import type { StoredVersion } from '../history.ts';
import type { Decided, DecidedPlace } from '../page/edit-conflict.ts';
import { wordsIn } from '../words.ts';
import type { World } from '../world.ts';

/**
 * Records how an author decided between the two texts of a conflict. Notes a fault if the app had no reason to ask, for
 * example because the author typed one text over the other.
 */
export function decide(world: World, device: Device, decided: Decided): void {
  const { recordId, postId, theirs: version, title, resolution, places, isEdited } = decided;
  const between = places.map(({ mine, theirs }) => `${mine} or ${theirs}`).join(', ');
  world.turns.tell(`decides on "${title}" (${between}): ${resolution}${isEdited ? ', and edits it first' : ''}`);
  // Skips posts that a restore changed: the server reuses lost version numbers, so this may be another version.
  if (world.resolved.get(recordId) === version && !world.rolledBack.ids.has(postId))
    world.faults.push(`The author of "${title}" is asked again about version ${version}`);
  world.check('nobody is asked about their own words');
  if (isOfThisDevice(world, device, decided))
    world.faults.push(`The author of "${title}" is asked about their own words, which came from the same device`);
  if (isEdited) world.withdrawnEdits.note(title);
  // If a restored server has lost the ancestor, the device cannot know whose words these are.
  const isUnknown = decided.ancestor === undefined && world.rolledBack.ids.has(postId);
  for (const place of places) {
    const { mine, theirs } = place;
    for (const [later, earlier] of [
      [mine, theirs],
      [theirs, mine],
    ] as const) {
      const isOver = earlier.every((word) => later.some((other) => isTypedOver(world, other, word)));
      if (isUnknown || earlier.length === 0 || !isOver || isTakenAwayByBoth(world, device, decided, place, earlier))
        continue;
      if (earlier.every((word) => hasArrived(world, title, word)))
        world.faults.push(`The author of "${title}" is asked about ${earlier}, which they typed ${later} over`);
    }
    const chosen = [...(resolution === 'theirs' ? [] : mine), ...(resolution === 'mine' ? [] : theirs)];
    const lost = [...mine, ...theirs].filter((word) => !chosen.includes(word));
    world.takenAway.push({ title, words: lost, isAway: true });
    // Some of these words are not in `words`: they may be in a post from before the life.
    for (const word of [...chosen, ...lost]) world.noteDecided(device, { word, title });
    for (const word of world.words) {
      if (!chosen.includes(word.word)) continue;
      word.isChosen = true;
      for (const loser of lost) {
        word.beats.add(loser);
        if (resolution === 'theirs') word.beatsAsStored.add(loser);
      }
    }
    if (chosen.length === 0) for (const word of world.words) if (lost.includes(word.word)) word.isRemoved = true;
  }
}

/** Returns whether the device that asks has itself sent every version since the common ancestor. */
function isOfThisDevice(world: World, device: Device, decided: Decided): boolean {
  // A restored server lacks versions that the device knows, so its history does not tell who made them.
  if (world.rolledBack.ids.has(decided.postId)) return false;
  return versionsSinceAncestor(world, decided).every(({ key }) => world.network.senderOf(key) === device);
}

/**
 * Returns whether both sides lack a word of `base` that only other devices have removed. Both sides then changed this
 * part of the text, so the app must ask, whatever the author typed. Returns false if `base` lacks a word of `earlier`,
 * the side whose words the author typed over.
 */
function isTakenAwayByBoth(
  world: World,
  device: Device,
  decided: Decided,
  { base, mine, theirs }: DecidedPlace,
  earlier: readonly string[],
): boolean {
  if (!earlier.every((word) => base.includes(word))) return false;
  const history = world.server.history().filter(({ id }) => id === decided.postId);
  return base.some((word) => {
    if (mine.includes(word) || theirs.includes(word)) return false;
    const senders = versionsSinceAncestor(world, decided)
      .filter((now) => isTakenAwayIn(now, history, word))
      .map(({ key }) => world.network.senderOf(key));
    return senders.length > 0 && senders.every((sender) => sender !== undefined && sender !== device);
  });
}

/** Returns the versions after the common ancestor, up to the version that the author is asked about. */
function versionsSinceAncestor(world: World, { postId, ancestor, theirs }: Decided): StoredVersion[] {
  const history = world.server.history().filter(({ id, version }) => id === postId && version <= theirs);
  const before = history.findLast(({ version, content }) => version < theirs && content === ancestor)?.version ?? 0;
  return history.filter(({ version }) => version > before);
}

function isTakenAwayIn({ version, content }: StoredVersion, history: readonly StoredVersion[], word: string): boolean {
  const before = history.find((one) => one.version === version - 1);
  return before !== undefined && wordsIn(before.content).includes(word) && !wordsIn(content).includes(word);
}

const hasArrived = ({ server }: World, title: string, word: string): boolean =>
  server.history().some((version) => version.title === title && wordsIn(version.content).includes(word));

/**
 * Returns whether `word` replaced `earlier`, directly or through other words in between. The search ends at a word that
 * a restored server has lost, because the device then asks about the words that this word replaced.
 */
function isTypedOver(world: World, word: string, earlier: string): boolean {
  const found = world.words.find((one) => one.word === word);
  if (!found || world.rolledBack.words.has(word)) return false;
  return found.over.has(earlier) || [...found.over].some((between) => isTypedOver(world, between, earlier));
}
