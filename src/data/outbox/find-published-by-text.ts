import { isSameText, type NewPost } from '../../contract/posts.ts';
import type { ListedPost } from '../api/own-posts.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import type { Transport } from './transport.ts';

/** What the author's own list says about the calls whose answers were lost. */
export interface PublishedLookup {
  /** Ids of all posts in the list. */
  ids: string[];
  /** Whether the list was read to its end. */
  isWhole: boolean;
  /**
   * `a version`: an earlier version of the text is published, or it cannot be ruled out, as the list says too little or
   * has a new post that matches no text.
   */
  found: 'nothing' | 'this text' | 'a version';
}

/**
 * Looks in the author's own list for a post that an earlier call of this entry made. A backend without idempotency keys
 * cannot tell a repeated call from a second post. So the ids in the list are stored before the first call, and before
 * each repetition the list is searched for a post that is new since then and has the same text. A new post with another
 * text may still be the same post, as backends escape, cut and normalize what they are given.
 *
 * @param others this author's other texts in doubt, which may have become one of the new posts.
 * @returns `undefined` when the backend does not answer.
 */
export async function findPublishedByText(
  entry: OutboxEntry,
  others: NewPost[],
  transport: Transport,
): Promise<PublishedLookup | undefined> {
  const { userId, work, isInDoubt, sentTexts = [work.post], idsBefore, isListCut } = entry;
  const own = await transport.ownPosts(userId);
  if (!own) return undefined;
  const { posts, isWhole } = own;
  const seen = { ids: posts.map(({ _id }) => _id), isWhole };
  if (!isInDoubt) return { ...seen, found: 'nothing' };
  const news = await findNew(posts, idsBefore, sentTexts, others, transport);
  if (!news) return undefined;
  const { found, hasUnknown } = news;
  if (found.length === 0) {
    const isUnsure = !isWhole || (hasUnknown && idsBefore !== undefined);
    return { ...seen, found: isUnsure ? 'a version' : 'nothing' };
  }
  const isSurelyNew = idsBefore !== undefined && !isListCut;
  const isThis = isSurelyNew && found.every((text) => isSameText(text, work.post));
  return { ...seen, found: isThis ? 'this text' : 'a version' };
}

interface News {
  /** The texts that have become a post since the first call. */
  found: NewPost[];
  /** Whether there is a new post that matches none of the texts. */
  hasUnknown: boolean;
}

/** @returns `undefined` when the backend does not answer. */
async function findNew(
  posts: ListedPost[],
  idsBefore: string[] | undefined,
  texts: NewPost[],
  others: NewPost[],
  transport: Transport,
): Promise<News | undefined> {
  const before = new Set(idsBefore);
  const news: News = { found: [], hasUnknown: false };
  for (const listed of posts.filter(({ _id }) => !before.has(_id))) {
    const matching = await textsOf(listed, [...texts, ...others], transport);
    if (!matching) return undefined;
    if (matching === 'gone') continue;
    news.found.push(...texts.filter((text) => matching.includes(text)));
    news.hasUnknown ||= matching.length === 0;
  }
  return news;
}

/** @returns the texts that the post could have been made of; `undefined` when the backend does not answer. */
async function textsOf(
  listed: ListedPost,
  texts: NewPost[],
  transport: Transport,
): Promise<NewPost[] | 'gone' | undefined> {
  const certain = texts.filter((text) => isAlike(listed, text) === 'yes');
  const open = texts.filter((text) => isAlike(listed, text) === 'perhaps');
  if (open.length === 0) return certain;
  // A list may leave the content out or shorten it, so the post itself is read to decide.
  const whole = await transport.ownPost(listed._id);
  if (!whole) return undefined;
  if (whole === 'gone') return certain.length === 0 ? 'gone' : certain;
  return [...certain, ...open.filter((text) => isWholeAlike(whole, text))];
}

/** For a post that was read by itself. If even that has no content, there is nothing left to compare: it matches. */
function isWholeAlike(whole: ListedPost, text: NewPost): boolean {
  const alike = isAlike(whole, text);
  return alike === 'yes' || (alike === 'perhaps' && whole.content === undefined);
}

/**
 * Whether the post can be the text as stored by a backend that trims, changes line ends, fills empty fields with
 * something of its own, or leaves fields out of its answer. The image counts only where there is no content, as the
 * backend may have moved it to another address.
 */
function isAlike(listed: Omit<ListedPost, '_id'>, sent: NewPost): 'yes' | 'perhaps' | 'no' {
  const [title, imgUrl, content] = [plain(sent.title), plain(sent.imgUrl), plain(sent.content)];
  if (listed.title !== undefined && title !== '' && plain(listed.title) !== title) return 'no';
  if (content === '' && listed.imgUrl !== undefined && imgUrl !== '' && plain(listed.imgUrl) !== imgUrl) return 'no';
  if (listed.content === undefined) return content === '' ? 'yes' : 'perhaps';
  const listedContent = plain(listed.content);
  if (listedContent === content) return 'yes';
  return content.startsWith(listedContent.replace(/(…|\.\.\.)$/, '').trim()) ? 'perhaps' : 'no';
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
