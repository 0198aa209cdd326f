import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Post } from '../../contract/posts.ts';
import type { Older } from './usePosts.ts';

interface PostListProps {
  posts: Post[];
  older: Older;
  askOlder: () => void;
  children: (post: Post, index: number) => ReactNode;
}

/** Cards put on the page at once: a backend may send 10,000 posts in one answer. */
const step = 20;
/** How far ahead of the reader the next cards are put on the page, in CSS pixels. */
const ahead = '1200px';

/** Cards in the backend's order, more of them as the reader scrolls, or presses the button. */
export function PostList({ posts, older, askOlder, children }: PostListProps) {
  const [shown, setShown] = useState(step);
  const hasMore = shown < posts.length || older !== 'none';

  const showMore = () => {
    if (shown + step > posts.length) askOlder();
    setShown((count) => Math.min(count, posts.length) + step);
  };
  return (
    <>
      <ul className="post-list">
        {posts.slice(0, shown).map((post, index) => (
          <li key={post._id}>{children(post, index)}</li>
        ))}
      </ul>
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
