import type { NewPost } from '../../../contract/posts.ts';
import { PostArticle } from '../../components/PostArticle.tsx';
import { ReadingTime } from '../../components/ReadingTime.tsx';
import { useProse } from '../../hooks/useProse.tsx';
import { showStoredImage } from '../../text/show-stored-image.ts';

/** The post as readers will see it, by the same component as on its page. */
export function Preview({ post }: { post: NewPost }) {
  const prose = useProse(post);
  return (
    <section aria-label="Preview" onErrorCapture={showStoredImage}>
      {prose === undefined ? (
        <p role="status">Loading the preview...</p>
      ) : (
        <PostArticle post={post} prose={prose} byline={<ReadingTime post={post} />} />
      )}
    </section>
  );
}
