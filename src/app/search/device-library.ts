import { pagePaths } from '../../contract/paths.ts';
import type { NewPost, Post } from '../../contract/posts.ts';
import { parseList, parsePost } from '../../data/cache/cached-posts.ts';
import { type JsonCacheName, jsonCacheNames, newestFirst, readCachedHeads } from '../../data/cache/response-cache.ts';
import { publishedAt } from '../../data/follows/follow.ts';
import { nextTask } from '../../data/next-task.ts';
import { type FoldedText, foldText } from '../../markdown/search-texts.ts';
import type { FoundText } from './device-answer.ts';
import { nothingOwn, type OwnText, readOwnTexts } from './own-texts.ts';

/** A text with what it is searched by. */
export interface LibraryText extends Pick<FoundText, 'kind' | 'path'> {
  post: Post;
  folded: FoldedText;
  /** When it was written, in milliseconds since the epoch; 0 if that is not known. */
  at: number;
}

/**
 * Everything on this device that a reader may search: cached and pinned posts, and what they have written themselves.
 * It is in memory, as bounded as the caches are.
 */
export class DeviceLibrary {
  state: 'reading' | 'read' | 'forbidden' = 'reading';
  author: string | null = null;
  #posts = new Map<string, LibraryText>();
  #edits = new Map<string, LibraryText>();
  #own: LibraryText[] = [];
  #deleted: ReadonlySet<string> = new Set();
  #looks = 0;

  *texts(): Generator<LibraryText> {
    yield* this.#own;
    for (const [id, text] of this.#posts) {
      if (this.#deleted.has(id)) continue;
      const edited = this.#edits.get(id);
      if (edited) yield { ...edited, post: { ...text.post, ...edited.post }, at: text.at };
      else yield text;
    }
  }

  /**
   * Reads the device anew; a later look ends an earlier one. Never rejects.
   *
   * @param onProgress is called when there is more to search, or something else.
   */
  async look(author: string | null, onProgress: () => void): Promise<void> {
    this.#looks += 1;
    const look = this.#looks;
    const isCurrent = () => look === this.#looks;
    // At once: what is somebody's own is for them alone.
    if (author !== this.author) this.#takeOwn(nothingOwn);
    this.author = author;
    const readingOwn = readOwnTexts(author).catch((error: unknown) => {
      console.error('Could not read the author’s own texts; searching the posts alone.', error);
      return nothingOwn;
    });
    try {
      const read = (names: readonly JsonCacheName[]) => this.#readPosts(names, isCurrent, onProgress);
      // The first time, the lists alone: they hold most posts in few entries, and all others take long to open.
      if (this.#posts.size === 0 && (await read(['lists']))) onProgress();
      const isRead = isCurrent() && (await read(jsonCacheNames));
      if (isRead && isCurrent()) this.state = 'read';
      // A database that hangs does not hold up the posts.
      if (isRead && isCurrent()) onProgress();
    } catch (error) {
      console.error('Could not read the cached posts; there is nothing to search here.', error);
      if (isCurrent()) this.state = 'forbidden';
    }
    const own = await readingOwn;
    if (!isCurrent()) return;
    this.#takeOwn(own);
    onProgress();
  }

  /** @returns whether it was not ended by a later look. */
  async #readPosts(
    names: readonly JsonCacheName[],
    isCurrent: () => boolean,
    onProgress: () => void,
  ): Promise<boolean> {
    const heads = (await Promise.all(names.map(readCachedHeads))).flat().sort(newestFirst);
    if (!isCurrent()) return false;
    const before = this.#posts;
    const posts = new Map<string, LibraryText>();
    // The first time, what has been read so far is searched already.
    const isFirst = before.size === 0;
    if (isFirst) this.#posts = posts;
    let began = performance.now();
    for (const head of heads) {
      const { body } = await head.read();
      if (!isCurrent()) return false;
      // A backend without pages sends everything in one list.
      for (const entry of parseList(body) ?? parseList(`[${body}]`) ?? []) {
        addPost(posts, entry, before);
        if (performance.now() - began < sliceMs) continue;
        await nextTask();
        if (!isCurrent()) return false;
        if (isFirst) onProgress();
        began = performance.now();
      }
    }
    this.#posts = posts;
    return true;
  }

  #takeOwn({ texts, edits, deleted }: typeof nothingOwn): void {
    this.#own = texts.map(ownText);
    this.#edits = new Map(
      [...edits].map(([id, post]) => [id, libraryText('post', pagePaths.blog(id), wholePost(id, post), 0)]),
    );
    this.#deleted = deleted;
  }
}

/** How long is read at a time before the thread looks whether there is something to answer, in milliseconds. */
const sliceMs = 30;

/** @param before from which the folded text is taken if it is still the same */
function addPost(posts: Map<string, LibraryText>, entry: unknown, before: ReadonlyMap<string, LibraryText>): void {
  const post = parsePost(entry);
  if (!post) return;
  const newer = posts.get(post._id);
  // Some backends list posts without their text: an older answer has it.
  if (newer?.post.content || (newer && !post.content)) return;
  const whole = newer ? { ...newer.post, content: post.content } : post;
  const known = before.get(post._id);
  const isSame = known?.post.title === whole.title && known.post.content === whole.content;
  const at = publishedAt(whole);
  posts.set(
    post._id,
    isSame ? { ...known, post: whole, at } : libraryText('post', pagePaths.blog(post._id), whole, at),
  );
}

const libraryText = (kind: FoundText['kind'], path: string, post: Post, at: number): LibraryText => ({
  kind,
  path,
  post,
  folded: foldText(post),
  at,
});

/** Its id must not be that of a post. */
const ownText = ({ kind, path, id, post, at }: OwnText): LibraryText =>
  libraryText(kind, path, { ...wholePost(`${kind} ${id}`, post), createdAt: at }, at);

const wholePost = (_id: string, { title, imgUrl, content }: NewPost): Post => ({ _id, title, imgUrl, content });
