import type { Device } from '../device.ts';
import type { StoredVersion } from '../history.ts';
import type { Decided, DecidedPlace } from '../page/edit-conflict.ts';
import { wordsIn } from '../words.ts';
import type { World } from '../world.ts';

/**
 * Takes note of what an author has decided, who has seen both texts.
 * Where an edit has arrived, and is still there, nobody is asked about it and a text that was typed over it.
 */
export function decide(world: World, device: Device, decided: Decided): void {
  const { recordId, postId, theirs: version, title, resolution, places, isEdited } = decided;
  const between = places.map(({ mine, theirs }) => `${mine} or ${theirs}`).join(', ');
  world.turns.tell(`decides on "${title}" (${between}): ${resolution}${isEdited ? ', and edits it first' : ''}`);
  // A restored server gives the number of a version that it has lost to another.
  if (world.resolved.get(recordId) === version && !world.rolledBack.ids.has(postId))
    world.faults.push(`The author of "${title}" is asked again about version ${version}`);
  world.check('nobody is asked about their own words');
  if (isOfThisDevice(world, device, decided))
    world.faults.push(`The author of "${title}" is asked about their own words, which came from the same device`);
  if (isEdited) world.withdrawnEdits.note(title);
  // A restored server has lost the version that the device's text began from: the device cannot know whose words are there.
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
    // A restored server has what was there before anybody typed, and an edit may be one of a version that it has lost.
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

/** Whether the device that asks has made everything that came after the text which both sides began with. */
function isOfThisDevice(world: World, device: Device, decided: Decided): boolean {
  // A restored server has lost what the device knows, and an older version stands there again.
  if (world.rolledBack.ids.has(decided.postId)) return false;
  return versionsSinceAncestor(world, decided).every(({ key }) => world.network.senderOf(key) === device);
}

/**
 * Whether both sides began with the earlier words, and neither has a word any more that stood beside them, which another
 * device has taken away: they have changed the same place, whatever was typed over the rest of it. What has arrived from
 * the device that asks is no other side.
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

/** What was made on the text that both sides began with, up to the version that the author is asked about. */
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
 * Whether its author saw the earlier word in its place, or a word that was typed over that. What the server has lost
 * with its newest versions leads no further back: the device asks about what there was before.
 */
function isTypedOver(world: World, word: string, earlier: string): boolean {
  const found = world.words.find((one) => one.word === word);
  if (!found || world.rolledBack.words.has(word)) return false;
  return found.over.has(earlier) || [...found.over].some((between) => isTypedOver(world, between, earlier));
}
