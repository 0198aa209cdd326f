import { memo, type ReactNode, startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Post } from '../../contract/posts.ts';
import { useListScrollRestoration } from '../hooks/useListScrollRestoration.ts';
import type { PostListState } from '../hooks/usePosts.ts';
import { QuietButton } from './QuietButton.tsx';

type Loaded = Extract<PostListState, { state: 'loaded' }>;

interface PostListProps extends Pick<Loaded, 'posts' | 'pages' | 'older' | 'loadOlder' | 'hasNewer' | 'showNewer'> {
  /** Returns a post's card. Keep the function stable between renders: a new function renders every card again. */
  children: (post: Post, index: number) => ReactNode;
}

/** Number of cards added to the page at once; a backend may send 10,000 posts in one response. */
const step = 20;
/** How far below the viewport the end of the list may be when the next cards are added. */
const ahead = '1200px';

/** Cards in the backend's order. Scrolling to the end or clicking the button adds more. */
export function InfinitePostList({ posts, pages, older, loadOlder, hasNewer, showNewer, children }: PostListProps) {
  const [shown, setShown] = useState(step);
  const list = useRef<HTMLDivElement>(null);
  useListScrollRestoration(list, { pages, shown }, setShown);
  const hasMore = shown < posts.length || older !== 'none';

  const showMore = () => {
    if (shown + step > posts.length) loadOlder();
    // As a transition: rendering twenty cards in one go would make scrolling stutter.
    startTransition(() => setShown((count) => Math.min(count, posts.length) + step));
  };
  return (
    <>
      <div className="new-posts" aria-live="polite">
        {hasNewer && (
          <button type="button" className="button" onClick={showNewer}>
            New posts
          </button>
        )}
      </div>
      {/* One list per `step` cards, so that the browser's work for off-screen elements is per list, not per card. */}
      <div className="post-lists" ref={list}>
        {Array.from({ length: Math.ceil(Math.min(shown, posts.length) / step) }, (_, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its index, whatever posts it shows.
          <Step key={n} posts={posts} from={n * step} to={Math.min((n + 1) * step, shown)} card={children} />
        ))}
      </div>
      {hasMore && (
        <div className="post-list-end">
          {/* The key mounts a new observer after each step: an end that is still in view must be reported again. */}
          <ListEnd
            key={`${shown} of ${posts.length}, older ${older}`}
            onReach={() => (older !== 'failed' || shown < posts.length) && showMore()}
          />
          <QuietButton onClick={showMore} aria-disabled={older === 'asked'}>
            {older === 'asked' ? 'Loading more…' : 'Show more'}
          </QuietButton>
        </div>
      )}
    </>
  );
}

interface StepProps {
  /** All posts of the list. `Step` renders the posts with index `from` to `to - 1`. */
  posts: Post[];
  from: number;
  to: number;
  card: PostListProps['children'];
}

const Step = memo(
  ({ posts, from, to, card }: StepProps) => (
    <ul className="post-list">
      {posts.slice(from, to).map((post, n) => (
        <li key={post._id} data-post={post._id}>
          {card(post, from + n)}
        </li>
      ))}
    </ul>
  ),
  (before, now) => before.card === now.card && areSame(postsOf(before), postsOf(now)),
);

const postsOf = ({ posts, from, to }: StepProps): Post[] => posts.slice(from, to);
const areSame = (before: Post[], now: Post[]): boolean =>
  before.length === now.length && before.every((post, n) => post === now[n]);

function ListEnd({ onReach }: { onReach: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const reach = useEffectEvent(onReach);
  useEffect(() => {
    if (!end.current) return;
    // A busy page may pass several entries in one call. Only the last entry tells whether the end is in view now.
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && reach(), {
      rootMargin: ahead,
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={end} />;
}
