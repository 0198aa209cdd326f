import { useContext } from 'react';
import { useParams } from 'react-router-dom';
import { callPaths, pagePaths } from '../../contract/paths.ts';
import { callUrl } from '../../device/calls/host.ts';
import { loadBlogCalls } from '../../reading/shown/load-blog-calls.ts';
import { NamedPosts } from '../components/NamedPosts.tsx';
import { HydrationContext } from '../hooks/HydrationContext.ts';
import { useDocumentTitle } from '../hooks/useDocumentTitle.ts';
import { useFound } from '../hooks/useFound.ts';
import { useListPath } from '../hooks/useListPath.ts';
import { usePosts } from '../hooks/usePosts.ts';
import { NotFound } from './NotFound.tsx';

/** The posts of an author. The heading is the account's name. */
export function Author() {
  const { id = '' } = useParams();
  const path = useListPath(callPaths.found('author', id));
  return <PostsOfAuthor key={path} id={id} path={path} />;
}

function PostsOfAuthor({ id, path }: { id: string; path: string }) {
  const { isMissing: wasMissing = false, authorName } = useContext(HydrationContext);
  const listing = usePosts(path);
  const isMissing = useIsMissing(path, listing.state === 'failed') || wasMissing;
  const name = (listing.state === 'loaded' && listing.posts[0]?.author?.name) || authorName;
  useDocumentTitle(isMissing ? 'Not Found' : (name ?? 'Author'));
  if (isMissing) return <NotFound />;
  const heading = name ?? 'Author';
  return (
    <NamedPosts
      heading={heading}
      followed={{ kind: 'author', key: id.toLowerCase(), name: heading }}
      listing={listing}
      page={pagePaths.author(id)}
      empty="Nothing has been published here yet."
    />
  );
}

/** Returns whether the backend says that the list does not exist. Asks only after the list could not be read. */
function useIsMissing(path: string, hasFailed: boolean): boolean {
  const ask = async () => hasFailed && (await loadBlogCalls()).isListMissing(callUrl(path));
  return useFound(`${path} ${hasFailed}`, ask, 'Could not ask whether the author exists.') ?? false;
}
