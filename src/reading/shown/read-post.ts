import { callPaths } from '../../contract/paths.ts';
import type { Post } from '../../contract/posts.ts';
import { callUrl } from '../../device/calls/host.ts';
import { startRetries } from '../../device/calls/retries.ts';
import { createLatestOnly } from '../../device/latest-only.ts';
import { createObservable, type Observable } from '../../device/observable.ts';
import { noteShown } from '../news/hand-over-shown.ts';
import { onReadingNews } from '../news/reading-news.ts';
import type { Freshness, ReadPost } from './blog-calls.ts';
import { loadBlogCalls } from './load-blog-calls.ts';

export type PostState = { state: 'loading' } | { state: 'failed'; isGone: boolean } | { state: 'loaded'; post: Post };

export interface PostReading {
  state: Observable<PostState>;
  /** Keeps the post up to date until `stop` is called. `asked` resolves when the first request is answered or fails. */
  start(): { asked: Promise<void>; stop(): void };
}

/** Returns whether the backend says that there is no such post. */
const isGone = (error: unknown): boolean => Object(error).response?.status === 404;

/** The copies of a post that this page has before its first call. */
interface KnownPost {
  /** As the server rendered it into the document. */
  rendered?: Post | undefined;
  /** From the list in which the reader opened the post. Not used without a text: the backend may list only titles. */
  listed?: Post | undefined;
}

/** Reads one post, first from the cache and then from the network. After a failure, the shown post stays. */
export function readPost(id: string, { rendered, listed }: KnownPost = {}): PostReading {
  /** Evaluated late, because the server that renders the page does not know the address. */
  const url = () => callUrl(callPaths.post(id));
  const first = rendered ?? (listed?.content ? listed : undefined);
  const state = createObservable<PostState>(first ? { state: 'loaded', post: first } : { state: 'loading' });
  const requests = createLatestOnly();
  let shown: ReadPost | undefined;
  /** Whether the last call failed while this page had neither a rendered post nor an answer. */
  let hasFailed = false;

  const ask = async (freshness: Freshness) => {
    const isLatest = requests.begin();
    try {
      const { getPost } = await loadBlogCalls();
      const answer = await getPost(id, freshness, shown);
      if (!isLatest()) return;
      shown = answer;
      hasFailed = false;
      state.set({ state: 'loaded', post: answer.post });
    } catch (error) {
      console.error('Could not read the post; a shown post stays, otherwise it is requested again.', error);
      if (!isLatest() || (shown ?? rendered)) return;
      hasFailed = true;
      state.set(first && !isGone(error) ? { ...state.get() } : { state: 'failed', isGone: isGone(error) });
    }
  };

  return {
    state,
    start() {
      const retries = startRetries(() => void ask('newest'));
      const followState = () => retries.setFailed(hasFailed || shown?.notKept === 'failed');
      const stops = [
        state.subscribe(followState),
        onReadingNews((changed, isNewestKept) => changed === url() && void ask(isNewestKept ? 'cached' : 'fresh')),
        retries.stop,
      ];
      followState();
      if (rendered) noteShown(url());
      return {
        asked: (shown ?? rendered) ? Promise.resolve() : ask('newest'),
        stop() {
          requests.begin();
          for (const stop of stops) stop();
        },
      };
    },
  };
}
