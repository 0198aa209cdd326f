import { pagePaths } from '../../../contract/paths.ts';
import { Link } from '../../components/Link.tsx';
import { Marked } from '../../components/Marked.tsx';
import { PostCard } from '../../components/PostCard.tsx';
import type { Result } from '../../search/merge-results.ts';
import { titleOf } from '../../text/title-of.ts';

interface ResultCardProps {
  post: Result;
  index: number;
  query: string;
}

const kinds = { draft: 'Draft, seen by you alone', waiting: 'Waits here to be published' } as const;

/** A result with what was found marked. */
export function ResultCard({ post, index, query }: ResultCardProps) {
  const path = 'path' in post ? post.path : pagePaths.blog(post._id);
  const title = (
    <Link className="card-link" to={path}>
      <Marked text={titleOf(post)} query={query} />
    </Link>
  );
  const summary = post.summary && <Marked text={post.summary} query={query} />;
  return (
    <PostCard
      post={post}
      isFirst={index === 0}
      // A foreign backend names authors by their emails.
      author={post.author?.name}
      summary={summary}
      unpublished={'kind' in post && post.kind !== 'post' ? kinds[post.kind] : undefined}
      title={title}
    />
  );
}
