import { validate as isUuid } from 'uuid';
import { importedPostId } from '../../contract/import-post.ts';
import type { NewPost, Post } from '../../contract/posts.ts';
import { readOwnPosts } from '../export-texts/own-posts.ts';
import type { Author } from '../export-texts/own-posts-on-device.ts';
import { readPostRecord } from '../record/record-store.ts';
import type { FoundText } from './found-writing.ts';
import { withPictures } from './pictures-in.ts';

/** A text found in the chosen files, and whether its author already has it on this site or device. */
export interface ComparedText {
  text: FoundText;
  /** The id that the text has on this site, or will have. */
  id: string;
  isThere: boolean;
}

export interface Comparison {
  texts: ComparedText[];
  /** Whether the backend has listed the author's posts; otherwise only the posts that this device has are compared. */
  isSure: boolean;
  /** Why the backend has not listed the author's posts. */
  cause?: unknown;
}

/**
 * Returns each text, and whether its author already has it. Compares ids, and then dates and titles, because a post may
 * have been published without an import. Compares undated texts by their words.
 */
export async function compareWithOwn(
  texts: readonly FoundText[],
  author: Author,
  signal: AbortSignal,
): Promise<Comparison> {
  const ids = new Set<string>();
  const dated = new Set<string>();
  const titled = new Set<string>();
  const isWordsNeeded = texts.some(({ isUndated }) => isUndated);
  const note = ({ _id, createdAt, title, content }: Post) => {
    ids.add(_id);
    dated.add(`${new Date(createdAt ?? 0).getTime()} ${title}`);
    if (isWordsNeeded) titled.add(wordsOf({ title, imgUrl: '', content }));
  };
  const posts = readOwnPosts(author, { isUnreachable: false }, signal);
  let next = await posts.next();
  for (; !next.done; next = await posts.next()) note(next.value);
  const compared: ComparedText[] = [];
  for (const text of texts) {
    signal.throwIfAborted();
    const { kind, source, createdAt, originalId = '' } = text;
    if (kind === 'draft') {
      const id = await idOfDraft(text, author.userId);
      compared.push({ text, id, isThere: (await readPostRecord(id)) !== undefined });
      continue;
    }
    const id = await importedPostId(author.userId, source, createdAt);
    const isThere =
      ids.has(id) ||
      ids.has(originalId) ||
      dated.has(`${Date.parse(createdAt)} ${text.title}`) ||
      (text.isUndated && titled.has(wordsOf(await text.read())));
    compared.push({ text, id, isThere });
  }
  const listing = next.value;
  return {
    texts: compared,
    ...(listing.kind === 'whole' ? { isSure: true } : { isSure: false, cause: listing.cause }),
  };
}

/** Returns the words of a post, without the addresses of its pictures: an import changes those. */
const wordsOf = (post: NewPost): string => {
  const { title, content } = withPictures(post, () => '');
  return `${title}\n${content}`;
};

/**
 * Returns the id of a draft. A draft that Storyline exported keeps its id, so that no device stores the draft twice. An
 * undated draft's id is made from its words, because copying a file may change the file's date.
 */
async function idOfDraft(text: FoundText, userId: string): Promise<string> {
  const { originalId, source, createdAt, isUndated } = text;
  if (originalId !== undefined && isUuid(originalId)) return originalId;
  if (!isUndated) return importedPostId(userId, source, createdAt);
  return importedPostId(userId, `${source}\n${wordsOf(await text.read())}`, new Date(0).toISOString());
}
