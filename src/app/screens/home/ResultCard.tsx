import { pagePaths } from '../../../contract/paths.ts';
import { matchesIn } from '../../../text/search/search-matches.ts';
import { PostCard } from '../../components/PostCard.tsx';
import type { Result } from '../../search/merge-results.ts';
import { each } from '../../text/Inlines.tsx';
import { titleOf } from '../../text/title-of.ts';

const kinds = { draft: 'Draft only you can see', waiting: 'Waiting to be published' } as const;

/** Shows a search result with its matches marked. */
export function ResultCard({ post, index, query }: { post: Result; index: number; query: string }) {
  return (
    <PostCard
      post={post}
      isFirst={index === 0}
      to={'path' in post ? post.path : pagePaths.blog(post._id)}
      title={<Marked text={titleOf(post)} query={query} />}
      summary={post.summary && <Marked text={post.summary} query={query} />}
      // Foreign backends send no names, so their results name no author.
      author={post.author?.name}
      unpublished={'kind' in post && post.kind !== 'post' ? kinds[post.kind] : undefined}
    />
  );
}

/** Shows a text with the matches of a query marked. */
function Marked({ text, query }: { text: string; query: string }) {
  const pieces: { text: string; isMatch: boolean }[] = [];
  let end = 0;
  for (const [from, to] of matchesIn(text, query)) {
    pieces.push({ text: text.slice(end, from), isMatch: false }, { text: text.slice(from, to), isMatch: true });
    end = to;
  }
  pieces.push({ text: text.slice(end), isMatch: false });
  return each(pieces, (piece) => (piece.isMatch ? <mark>{piece.text}</mark> : piece.text));
}
