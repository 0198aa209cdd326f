import type { ReactNode } from 'react';
import type { Post } from '../../contract/posts.ts';
import { HereMark } from './HereMark.tsx';
import { LocalDate } from './LocalDate.tsx';
import { PostImage } from './PostImage.tsx';
import { ReadingTime } from './ReadingTime.tsx';

interface PostCardProps {
  post: Post;
  /** The title, as the list needs it: a link, or plain. */
  title: ReactNode;
  isFirst: boolean;
  /** What can be done with the post. */
  actions?: ReactNode;
  onClick?: () => void;
}

/** A card's image is a square of 44 units of 0.25 rem (specification, section 9), which is 176 pixels. */
const imageSize = 176;

/** Image, title, summary and date of a post. */
export function PostCard({ post, title, isFirst, actions, onClick }: PostCardProps) {
  return (
    <article className="card" onClick={onClick}>
      <PostImage className="card-image" url={post.imgUrl} width={imageSize} height={imageSize} isFirst={isFirst} />
      <div className="card-text">
        <h2 className="card-title" dir="auto">
          {title}
        </h2>
        {post.summary && (
          <p className="card-summary" dir="auto">
            {post.summary}
          </p>
        )}
        <p className="card-date">
          {/* Before the date, which takes another width in the browser: what stood after it would move. */}
          <ReadingTime post={post} />
          <LocalDate date={post.createdAt} />
          <HereMark id={post._id} />
        </p>
      </div>
      {actions}
    </article>
  );
}
