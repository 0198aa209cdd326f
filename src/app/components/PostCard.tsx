import type { MouseEventHandler, ReactNode } from 'react';
import type { Post } from '../../contract/posts.ts';
import { connection } from '../../device/calls/connection.ts';
import { useAvailability } from '../hooks/useAvailability.ts';
import { useObservable } from '../hooks/useObservable.ts';
import { useSummary } from '../hooks/useSummary.ts';
import { isLongTitle, titleOf } from '../text/title-of.ts';
import { Link } from './Link.tsx';
import { LocalDate } from './LocalDate.tsx';
import { PostImage } from './PostImage.tsx';
import { ReadingTime } from './ReadingTime.tsx';

interface PostCardProps {
  post: Post;
  isFirst: boolean;
  to?: string | undefined;
  /** Replaces the plain title, for example by a title with marked matches. */
  title?: ReactNode;
  summary?: ReactNode;
  /** The author's name, if the card should show it. */
  author?: string | undefined;
  isNew?: boolean;
  /**
   * Label of an unpublished text. Its card has no reading time, and does not say whether the text can be read offline.
   */
  unpublished?: string | undefined;
  actions?: ReactNode;
  onClick?: MouseEventHandler;
}

/** A card's image is a square of 44 units (specification, section 9), which are 176 pixels on a wide screen. */
const imageSize = 176;

export function PostCard({
  post,
  isFirst,
  to,
  title = titleOf(post),
  summary: marked,
  author,
  isNew,
  unpublished,
  actions,
  onClick,
}: PostCardProps) {
  const plain = useSummary(post.summary);
  const summary = marked ?? plain;
  return (
    <article className="card" onClick={onClick}>
      <PostImage className="card-image" url={post.imgUrl} width={imageSize} height={imageSize} isFirst={isFirst} />
      <div className="card-text stack">
        <h2 className={isLongTitle(post) ? 'card-title long' : 'card-title'} dir="auto">
          {to === undefined ? (
            title
          ) : (
            <Link className="card-link" to={to} onPointerEnter={fetchBlog} onFocus={fetchBlog}>
              {title}
            </Link>
          )}
        </h2>
        {summary && (
          <p className="card-summary" dir="auto">
            {summary}
          </p>
        )}
        <p className="card-date hint">
          {isNew && <strong className="new">New</strong>}
          {unpublished && <span>{unpublished}</span>}
          {author && <span dir="auto">By {author}</span>}
          {/* Before the date: its width changes when the browser localizes it, which moves everything after it. */}
          {!unpublished && <ReadingTime post={post} />}
          <LocalDate date={post.createdAt} />
          {!unpublished && <NotOnThisDevice id={post._id} />}
        </p>
      </div>
      {actions}
    </article>
  );
}

/** Says that a post cannot be read now, if the network is away and the device does not store the post. */
function NotOnThisDevice({ id }: { id: string }) {
  const isAway = useObservable(connection) === 'away';
  const availability = useAvailability(id);
  return isAway && availability === 'none' && <span className="not-here">Not on this device</span>;
}

/**
 * Preloads the post screen before a likely click, because on a first visit the worker has not precached it yet.
 * `PostArticle.tsx` is in the chunk of that screen.
 */
function fetchBlog(): void {
  import('./PostArticle.tsx').catch((error) => console.error('Could not preload the post screen.', error));
}
