import { BrokenPromise } from '../broken-promise.ts';
import type { StoredVersion } from '../history.ts';
import type { DraftOnDevice, EditOfPost } from '../texts-on-device.ts';
import { isWrittenBy } from '../titles.ts';
import { type TakenAway, type Word, wordsIn } from '../words.ts';
import type { World } from '../world.ts';

/**
 * Returns whether a word is in one of the texts, was removed by its author, or was replaced by a word for which this
 * function returns true. The author of the replacement must have seen the word. Also returns true if an author rejected
 * the word in a conflict, in favour of a published word that was discarded later.
 */
export function isReached(words: readonly Word[], word: string, texts: readonly string[][]): boolean {
  const seen = new Set<string>();
  const look = (one: string): boolean => {
    if (seen.has(one)) return false;
    seen.add(one);
    if (texts.some((text) => text.includes(one)) || words.some(({ word, isRemoved }) => isRemoved && word === one))
      return true;
    if (words.some((later) => later.isDropped && later.beatsAsStored.has(one))) return true;
    return words.some((later) => (later.over.has(one) || later.beats.has(one)) && look(later.word));
  };
  return look(word);
}

/** Verifies that version numbers have no gap, and that a version's author has seen each word that it removes. */
export function verifyVersions(world: World): void {
  const posts = Map.groupBy(world.server.history(), ({ id }) => id);
  for (const versions of posts.values()) {
    const gone = new Map<string, string>();
    for (const [index, version] of versions.entries()) {
      if (index > 0) world.check('a version removes no word that its author never saw');
      verifyVersion(world, version, versions[index - 1], gone);
    }
  }
}

function verifyVersion(
  world: World,
  version: StoredVersion,
  before: StoredVersion | undefined,
  /** The key of the call that removed each word, by word. */
  gone: Map<string, string>,
): void {
  const { title, author } = version;
  const name = `Version ${version.version} of "${title}"`;
  if (version.version !== (before?.version ?? 0) + 1) throw new BrokenPromise(`${name} is stored out of order`);
  if (!isWrittenBy(author, title, world.pressed)) throw new BrokenPromise(`${name} is by ${author}`);
  const now = wordsIn(version.content);
  const earlier = wordsIn(before?.content ?? '');
  for (const word of now) {
    const isChosen = world.words.some((one) => one.word === word && one.isChosen);
    // An author who discards the edit that removed the word sees the word again, and may keep it.
    const isGivenBack = world.discardedCalls.has(gone.get(word) ?? '');
    if (gone.has(word) && !earlier.includes(word) && !isChosen && !isGivenBack)
      throw new BrokenPromise(`${name} brings ${word} back, which had been replaced`);
  }
  for (const word of earlier.filter((one) => !now.includes(one))) {
    gone.set(word, version.key);
    const isDropped = world.words.some((one) => one.word === word && one.isDropped);
    if (!isDropped && !isReached(world.words, word, [now]))
      throw new BrokenPromise(`${name} overwrites ${word}, which nobody has replaced`);
  }
}

/** Verifies that each edit is in the history of its post, if its author was told that it is saved or waits. */
export function verifySavedEdits(world: World): void {
  const history = world.server.history();
  const ids = new Set(world.server.posts().map(({ id }) => id));
  const { rolledBack, withdrawnEdits } = world;
  for (const { postId, title, own, removed, from, isTaken, pressedAt } of world.savedEdits) {
    world.check('an edit that its author was told is saved is in a version');
    const hasGone = !ids.has(postId) && (world.deletedIds.has(postId) || rolledBack.ids.has(postId));
    const isDeleted = world.deleted.has(title) || hasGone;
    const isWithdrawn = withdrawnEdits.has(title, pressedAt) || rolledBack.revived.has(postId, pressedAt);
    if (!isTaken && (isWithdrawn || isDeleted)) continue;
    const texts = history.filter((version) => version.title === title).map(({ content }) => wordsIn(content));
    // Includes words that a restored server has lost, because one of them may have replaced a saved word.
    texts.push(rolledBack.words.names(pressedAt));
    for (const word of own) {
      const isDropped = world.words.some((one) => one.word === word && one.isDropped);
      if (!isDropped && !isReached(world.words, word, texts))
        throw new BrokenPromise(`No version of "${title}" has ${word}, though its author was told so`);
    }
    if (rolledBack.ids.has(postId, pressedAt)) continue;
    const later = history.filter(({ id, version }) => id === postId && version > from);
    for (const word of removed) {
      const isChosen = world.words.some((one) => one.word === word && one.isChosen);
      if (!isChosen && later.every(({ content }) => wordsIn(content).includes(word)))
        throw new BrokenPromise(`Every version of "${title}" has ${word}, though its author was told that it is gone`);
    }
  }
}

/** Verifies that an edit that was cancelled before it was sent is not published until its author submits it again. */
export function verifyCancelledEdits(world: World): void {
  const cancelled = [...world.cancelledEdits.words()];
  if (cancelled.length === 0) return;
  const published = new Set(world.server.history().flatMap(({ content }) => wordsIn(content)));
  for (const { title, word } of cancelled) {
    world.check('an edit that was cancelled before it was sent is never published');
    if (published.has(word)) throw new BrokenPromise(`An edit of "${title}" was cancelled, and has brought ${word}`);
  }
}

/** Returns the words that the form began with and that the draft no longer has. */
export function takenAwayBy({ id, post, edit }: DraftOnDevice): TakenAway {
  const now = wordsIn(post.content);
  const words = firstWordsOf(edit).filter((word) => !now.includes(word));
  return { title: post.title, words, draftId: id, isAway: false };
}

const firstWordsOf = (edit: EditOfPost | undefined): string[] => wordsIn(edit?.from.content ?? '');

/**
 * Returns whether other drafts or decisions also removed all words that this draft removes. The versions alone do not
 * show which draft or decision removed a word. Returns false if the draft has new words, or if its author was told that
 * it left its form.
 */
export function isTakenAwayElsewhere({ takenAway }: Pick<World, 'takenAway'>, draft: DraftOnDevice): boolean {
  const { title, words, draftId } = takenAwayBy(draft);
  const first = firstWordsOf(draft.edit);
  if (words.length === 0 || wordsIn(draft.post.content).some((word) => !first.includes(word))) return false;
  const ofPost = takenAway.filter((one) => one.title === title);
  const own = ofPost.filter((one) => one.draftId === draftId && one.isAway);
  const elsewhere = new Set(ofPost.filter((one) => one.draftId !== draftId).flatMap((one) => one.words));
  return (
    !own.some((one) => words.every((word) => one.words.includes(word))) && words.every((word) => elsewhere.has(word))
  );
}
