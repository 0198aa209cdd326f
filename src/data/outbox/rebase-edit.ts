import { isSameText, type NewPost } from '../../contract/posts.ts';
import type { EditBase } from '../drafts/drafts.ts';
import { mergeTexts, withArrived } from '../edits/merge-texts.ts';
import { type EditEntry, type EditWork, newEntry, type OutboxEntry } from './outbox-entry.ts';
import type { SendOutcome, Transport } from './transport.ts';

/** What becomes of an edit that began from a version which is no longer the present one. */
export type RebasedEdit =
  /** As an edit of the present version, under a key of its own: nothing has been sent under it. */
  | { kind: 'merged'; entry: EditEntry }
  /** Both have changed the same places of `base`, and the author decides. */
  | { kind: 'conflict'; base: EditBase; theirs: EditBase }
  | Extract<SendOutcome, { kind: 'gone' | 'unanswered' | 'not let in' }>;

/** Unlike any text of a post: merged from it, two texts differ wherever they differ from each other. */
const unknownTexts: NewPost = { title: ' ', imgUrl: ' ', content: ' ' };

const unanswered = { kind: 'unanswered', holdFor: 0 } as const;

/**
 * Merges an edit with what has been made of the post elsewhere.
 *
 * @param present the number of the present version, as the backend has just said; 0 if unknown.
 */
export async function rebaseEdit(entry: EditEntry, present: number, transport: Transport): Promise<RebasedEdit> {
  const { userId, work, confirmedAt } = entry;
  const begun = await findBeginning(entry, transport);
  if ('kind' in begun) return begun;
  const found = await transport.ownPost(work.postId);
  // A 404 may be a gateway's. Of a deleted post the next attempt is answered that it is gone.
  if (found === undefined || found === 'gone') return unanswered;
  const { version = 0, etag, title = '', imgUrl = '', content = '' } = found;
  // A server that is behind the others would have the author merge with what is no longer there.
  const isBehind = present === 0 ? version <= work.base.version : version < present;
  if (isBehind || etag === undefined) return unanswered;
  const theirs: EditBase = { version, etag, texts: { title, imgUrl, content } };
  const base = await baseBeside(theirs, begun, (nth) => transport.ownVersion(work.postId, nth));
  if (!base) return unanswered;
  const merge = mergeTexts(base.texts, work.post, theirs.texts);
  if (merge.kind === 'conflict') return { kind: 'conflict', base, theirs };
  return { kind: 'merged', entry: { ...editOf(userId, work.postId, theirs, merge.post), confirmedAt } };
}

/** What an edit began from, and the earlier edits since then which its text went through. */
type Beginning = Required<Pick<EditWork, 'base' | 'attempts'>>;

/**
 * The version that the edit really began from. Its text may have begun from that of an earlier edit whose fate was not
 * known: repeated under its key, that edit is answered with the version that it has made, and otherwise refused, as the
 * version it began from is gone. In neither case does the repetition change anything.
 * If one whose text was too much to keep may have arrived, nothing is known of the text that the edit began from.
 */
async function findBeginning(entry: EditEntry, transport: Transport): Promise<Beginning | RebasedEdit> {
  const { postId, base, attempts = [] } = entry.work;
  for (const [index, { id, version, etag, post }] of [...attempts.entries()].toReversed()) {
    if (!post) continue;
    const work = { kind: 'edit', postId, base: { version, etag, texts: base.texts }, post } as const;
    const outcome = await transport.send({ ...entry, id, work });
    if (outcome.kind === 'edited') {
      const made = { version: outcome.post.version, etag: outcome.post.etag };
      return { base: { ...made, texts: post }, attempts: attempts.slice(index + 1) };
    }
    if (outcome.kind === 'gone' || outcome.kind === 'unanswered' || outcome.kind === 'not let in') return outcome;
  }
  return { base: attempts.every(({ post }) => post) ? base : { ...base, texts: unknownTexts }, attempts };
}

/** How many earlier versions are read to find one; where there are more, nothing is known of what the edit began from. */
const mostVersions = 10;

/**
 * What the edit is merged from. An earlier edit that was merged on its way, or as its author decided, has arrived under
 * another key: some version since then has its changes, but for those that its author decided against. The present one
 * need not, as they may have been edited since.
 *
 * @returns `undefined` if the backend does not tell.
 */
async function baseBeside(
  theirs: EditBase,
  { base, attempts }: Beginning,
  read: (version: number) => ReturnType<Transport['ownVersion']>,
): Promise<EditBase | undefined> {
  const sent: NewPost[] = [];
  for (const { post } of attempts.toReversed()) {
    if (!post) break;
    sent.unshift(post);
  }
  const last = sent.at(-1);
  if (!last) return base;
  if ([base.texts, ...sent].every((from) => withArrived(from, last, theirs.texts) === last))
    return { ...base, texts: last };
  let { texts } = base;
  // Edits go in order: none arrives after one that was made later.
  let found = 0;
  for (let version = base.version + 1; texts !== last; version += 1) {
    const isPresent = version >= theirs.version;
    if (!isPresent && version - base.version > mostVersions) return { ...base, texts: unknownTexts };
    const text = isPresent ? theirs.texts : await read(version);
    if (text === undefined) return undefined;
    if (text === 'gone') continue;
    for (const [nth, post] of sent.entries()) {
      if (nth < found) continue;
      const now = withArrived(texts, post, text);
      if (isSameText(now, texts)) continue;
      texts = now;
      found = nth;
    }
    if (isPresent) break;
  }
  return { ...base, texts };
}

/**
 * A post that is published already, and was corrected while that was in doubt, as an edit of what has arrived. Repeated
 * under its key, the text that has arrived is answered with its post; every other is refused.
 *
 * @returns `undefined` if the backend tells neither, or cannot edit.
 */
export async function editOfArrived(
  entry: OutboxEntry,
  transport: Transport,
): Promise<EditEntry | SendOutcome | undefined> {
  const { userId, work, sentTexts = [], confirmedAt } = entry;
  for (const text of sentTexts.toReversed()) {
    const outcome = await transport.send({ ...entry, work: { kind: 'publish', post: text } });
    if (outcome.kind === 'taken') {
      const { _id, version, etag } = outcome.post ?? {};
      if (_id === undefined || version === undefined || etag === undefined) return undefined;
      return { ...editOf(userId, _id, { version, etag, texts: text }, work.post), confirmedAt };
    }
    if (outcome.kind === 'unanswered' || outcome.kind === 'not let in') return outcome;
    // A text that was accepted once is refused by nobody but a gateway.
    if (outcome.kind !== 'arrived') return unanswered;
  }
  return undefined;
}

function editOf(userId: string, postId: string, base: EditBase, post: NewPost): EditEntry {
  const work = { kind: 'edit', postId, base, post } as const;
  return { ...newEntry(userId, work), work };
}
