import { Suspense } from 'react';
import { useParams } from 'react-router-dom';
import type { Post } from '../../contract/posts.ts';
import { HereMark } from '../parts/HereMark.tsx';
import { LocalDate } from '../parts/LocalDate.tsx';
import { optional } from '../parts/optional.ts';
import { PostImage } from '../parts/PostImage.tsx';
import { Prose } from '../parts/Prose.tsx';
import { ReadingTime } from '../parts/ReadingTime.tsx';
import { titleOf } from '../parts/titleOf.ts';
import { useIsInBrowser } from '../parts/useIsInBrowser.ts';
import { usePost } from '../parts/usePost.ts';
import { useTitle } from '../parts/useTitle.ts';
import { useListAndPost } from './blog/listAndPost.ts';

/** What can be done with a post, and comforts nobody waits for: its text needs none of them. */
const ShareButton = optional(async () => (await import('./blog/ShareButton.tsx')).ShareButton);
const KeepButton = optional(async () => (await import('./blog/KeepButton.tsx')).KeepButton);
const ReadingExtras = optional(async () => (await import('./blog/ReadingExtras.tsx')).ReadingExtras);

/** A post of its own for each id: going from one to the next never shows the last one under the new address. */
export function BlogRoute() {
  const { id = '' } = useParams();
  useListAndPost(id);
  return <Blog key={id} id={id} />;
}

function Blog({ id }: { id: string }) {
  const reading = usePost(id);
  useTitle(reading.state === 'loaded' ? titleOf(reading.post) : 'Blog');
  // A failure stays on the loading text (specification, section 2), and tries again by itself.
  if (reading.state !== 'loaded') {
    return (
      <div className="column">
        <h1 className="visually-hidden">Blog</h1>
        <p role="status">Loading blog...</p>
      </div>
    );
  }
  return <Article post={reading.post} />;
}

function Article({ post }: { post: Post }) {
  const isInBrowser = useIsInBrowser();
  return (
    <article className="column reading">
      <PostImage className="reading-image" url={post.imgUrl} width={1200} height={600} isFirst />
      <h1 dir="auto">{titleOf(post)}</h1>
      <p className="byline">
        {post.author?.email && <span>By {post.author.email}</span>}
        <ReadingTime post={post} />
        <LocalDate date={post.createdAt} />
        <HereMark id={post._id} />
      </p>
      <div className="post-actions">
        {isInBrowser && (
          <Suspense>
            <ShareButton post={post} />
            <KeepButton post={post} />
          </Suspense>
        )}
      </div>
      <Prose content={post.content} />
      {isInBrowser && (
        <Suspense>
          <ReadingExtras post={post} />
        </Suspense>
      )}
    </article>
  );
}
