import { memo, type ReactNode, startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Post } from '../../contract/posts.ts';
import { usePlace } from './usePlace.ts';
import type { Listing } from './usePosts.ts';

type Loaded = Extract<Listing, { state: 'loaded' }>;

interface PostListProps extends Pick<Loaded, 'posts' | 'pages' | 'older' | 'askOlder' | 'hasNewer' | 'showNewer'> {
  /** One and the same function as long as the same post gives the same card: cards that are there stay untouched. */
  children: (post: Post, index: number) => ReactNode;
}

/** Cards put on the page at once: a backend may send 10,000 posts in one answer. */
const step = 20;
/** How far ahead of the reader the next cards are put on the page, in CSS pixels. */
const ahead = '1200px';

/** Cards in the backend's order, more of them as the reader scrolls, or presses the button. */
export function PostList({ posts, pages, older, askOlder, hasNewer, showNewer, children }: PostListProps) {
  const [shown, setShown] = useState(step);
  const list = useRef<HTMLDivElement>(null);
  usePlace(list, { pages, shown }, setShown);
  const hasMore = shown < posts.length || older !== 'none';

  const showMore = () => {
    if (shown + step > posts.length) askOlder();
    // In slices: twenty cards at once would hold up the scrolling.
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
      {/* In lists of a step each: what is done for each card on the page, far away or not, is then done for twenty at once. */}
      <div className="post-lists" ref={list}>
        {Array.from({ length: Math.ceil(Math.min(shown, posts.length) / step) }, (_, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the list, whatever stands there.
          <Step key={n} posts={posts} from={n * step} to={Math.min((n + 1) * step, shown)} card={children} />
        ))}
      </div>
      {hasMore && (
        <div className="post-list-end">
          {/* Observed anew after each step: an end that is still in sight is told of again. */}
          <ListEnd
            key={`${shown} of ${posts.length}, older ${older}`}
            onReach={() => (older !== 'failed' || shown < posts.length) && showMore()}
          />
          <button type="button" className="button quiet" onClick={showMore} aria-disabled={older === 'asked'}>
            {older === 'asked' ? 'Loading more…' : 'Show more'}
          </button>
        </div>
      )}
    </>
  );
}

interface StepProps {
  /** The whole list's. */
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
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && reach(), { rootMargin: ahead });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={end} />;
}
