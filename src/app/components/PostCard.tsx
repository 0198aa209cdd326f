import type { ReactNode } from 'react';
import type { Post } from '../../contract/posts.ts';
import { useSummary } from '../hooks/useSummary.ts';
import { isLongTitle, titleOf } from '../text/title-of.ts';
import { Link } from './Link.tsx';
import { LocalDate } from './LocalDate.tsx';
import { NotOnThisDevice } from './NotOnThisDevice.tsx';
import { PostImage } from './PostImage.tsx';
import { ReadingTime } from './ReadingTime.tsx';

interface PostCardProps {
  post: Post;
  isFirst: boolean;
  /** Where the card leads, if anywhere. */
  to?: string | undefined;
  /** Instead of the plain title, with marks. */
  title?: ReactNode;
  /** Likewise. */
  summary?: ReactNode;
  /** The author, where the list does not show it. */
  author?: string | undefined;
  /** Whether it is marked as new. */
  isNew?: boolean;
  /** Said of a text that is not published; whether it can be read without a network is then no question. */
  unpublished?: string | undefined;
  /** Buttons of the card. */
  actions?: ReactNode;
  onClick?: () => void;
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
      <div className="card-text">
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
        <p className="card-date">
          {isNew && <strong className="new">New</strong>}
          {unpublished && <span>{unpublished}</span>}
          {author && <span dir="auto">By {author}</span>}
          {/* Before the date, whose width changes when the browser localizes it: anything after it would move. */}
          {!unpublished && <ReadingTime post={post} />}
          <LocalDate date={post.createdAt} />
          {!unpublished && <NotOnThisDevice id={post._id} />}
        </p>
      </div>
      {actions}
    </article>
  );
}

/**
 * Preloads the post screen, which comes in the article's file, ahead of a likely click: on a first visit the worker has not
 * precached it yet.
 */
function fetchBlog(): void {
  import('./PostArticle.tsx').catch((error) => console.error('Could not preload the post screen.', error));
}
