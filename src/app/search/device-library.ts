import { pagePaths } from '../../contract/paths.ts';
import type { NewPost, Post } from '../../contract/posts.ts';
import { createLatestOnly } from '../../device/latest-only.ts';
import { nextTask } from '../../device/next-task.ts';
import { publishedAt } from '../../reading/follows/follow.ts';
import { readStoredPosts } from '../../reading/store/on-this-device.ts';
import { type FoldedText, foldText } from '../../text/search/search-texts.ts';
import type { FoundText } from './device-answer.ts';
import { nothingOwn, type OwnText, readOwnTexts } from './own-texts.ts';

/** A text, and its folded words (`foldText`), which are searched. */
export interface LibraryText extends Pick<FoundText, 'kind' | 'path'> {
  post: Post;
  folded: FoldedText;
  /** When it was written, in milliseconds since the epoch; 0 if that is not known. */
  at: number;
}

/**
 * Everything on this device that a reader may search: stored posts, and texts that the reader has written. The library
 * is in memory; the limits on stored data also bound its size.
 */
export class DeviceLibrary {
  state: 'reading' | 'read' | 'forbidden' = 'reading';
  author: string | null = null;
  #posts = new Map<string, LibraryText>();
  #edits = new Map<string, LibraryText>();
  #own: LibraryText[] = [];
  #deleted: ReadonlySet<string> = new Set();
  #looks = createLatestOnly();

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
   * Reads the stored texts again. A later call ends an earlier call. Never rejects.
   *
   * @param onProgress called whenever the texts to search have changed
   */
  async look(author: string | null, onProgress: () => void): Promise<void> {
    const isCurrent = this.#looks.begin();
    // Drops the texts of the earlier user at once, because no other user may see them.
    if (author !== this.author) this.#takeOwn(nothingOwn);
    this.author = author;
    const readingOwn = readOwnTexts(author).catch((error: unknown) => {
      console.error('Could not read the author’s own texts; searching the posts alone.', error);
      return nothingOwn;
    });
    try {
      const isRead = await this.#readPosts(isCurrent, onProgress);
      if (isRead && isCurrent()) this.state = 'read';
      // Announces the posts first, because the database of the author's texts may hang.
      if (isRead && isCurrent()) onProgress();
    } catch (error) {
      console.error('Could not read the posts on this device; there is nothing to search here.', error);
      if (isCurrent()) this.state = 'forbidden';
    }
    const own = await readingOwn;
    if (!isCurrent()) return;
    this.#takeOwn(own);
    onProgress();
  }

  /** @returns `false` if a later `look` ended this read */
  async #readPosts(isCurrent: () => boolean, onProgress: () => void): Promise<boolean> {
    const before = this.#posts;
    const posts = new Map<string, LibraryText>();
    // The first call makes each post searchable as it is read. Later calls replace all posts at their end.
    const isFirst = before.size === 0;
    if (isFirst) this.#posts = posts;
    let began = performance.now();
    for await (const post of readStoredPosts()) {
      if (!isCurrent()) return false;
      posts.set(post._id, textOfPost(post, before.get(post._id)));
      if (performance.now() - began < sliceMs) continue;
      await nextTask();
      if (!isCurrent()) return false;
      if (isFirst) onProgress();
      began = performance.now();
    }
    if (!isCurrent()) return false;
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

/** In milliseconds: how long the thread reads before it handles messages again. */
const sliceMs = 30;

/** Returns a post for the library. @param known supplies the folded text if title and content are unchanged */
function textOfPost(post: Post, known: LibraryText | undefined): LibraryText {
  const isSame = known?.post.title === post.title && known.post.content === post.content;
  const at = publishedAt(post);
  return isSame ? { ...known, post, at } : libraryText('post', pagePaths.blog(post._id), post, at);
}

const libraryText = (kind: FoundText['kind'], path: string, post: Post, at: number): LibraryText => ({
  kind,
  path,
  post,
  folded: foldText(post),
  at,
});

/** Returns an author's text for the library. A prefix keeps its id apart from the ids of posts. */
const ownText = ({ kind, path, id, post, at }: OwnText): LibraryText =>
  libraryText(kind, path, { ...wholePost(`${kind} ${id}`, post), createdAt: at }, at);

const wholePost = (_id: string, { title, imgUrl, content }: NewPost): Post => ({ _id, title, imgUrl, content });
