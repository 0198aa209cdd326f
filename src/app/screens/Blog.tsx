import { type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { useParams } from 'react-router-dom';
import { pagePaths } from '../../contract/paths.ts';
import type { Post } from '../../contract/posts.ts';
import { isOwnBackend } from '../../device/calls/host.ts';
import { openedPost } from '../../reading/follows/following.ts';
import { listedPost } from '../../reading/shown/listed-post.ts';
import { type PostState, readPost } from '../../reading/shown/read-post.ts';
import { Link } from '../components/Link.tsx';
import { LocalDate } from '../components/LocalDate.tsx';
import { lazyOrNothing } from '../components/lazy-or-nothing.tsx';
import { PostArticle } from '../components/PostArticle.tsx';
import { ReadingTime } from '../components/ReadingTime.tsx';
import { ShareButton } from '../components/ShareButton.tsx';
import { HydrationContext } from '../hooks/HydrationContext.ts';
import { useDocumentTitle } from '../hooks/useDocumentTitle.ts';
import { useIsHydrated } from '../hooks/useIsHydrated.ts';
import { useLastReadVersion } from '../hooks/useLastReadVersion.ts';
import { useObservable } from '../hooks/useObservable.ts';
import { usePostsWithEdits } from '../hooks/usePostsWithEdits.ts';
import { useProse } from '../hooks/useProse.tsx';
import { titleOf } from '../text/title-of.ts';
import { AdjacentPostLinks } from './blog/AdjacentPostLinks.tsx';
import { EditedNotice } from './blog/EditedNotice.tsx';
import { OwnPostEditing } from './blog/OwnPostEditing.tsx';
import { PinButton } from './blog/PinButton.tsx';
import { SavedReadingProgress } from './blog/SavedReadingProgress.tsx';

const FollowOfPost = lazyOrNothing(async () => (await import('./blog/FollowOfPost.tsx')).FollowOfPost);

/** Keyed by id, so that a navigation from one post to another never shows the old post under the new URL. */
export function BlogRoute() {
  const { id = '' } = useParams();
  return <Blog key={id} id={id} />;
}

function Blog({ id }: { id: string }) {
  const reading = usePost(id);
  const read = reading.state === 'loaded' ? reading.post : undefined;
  const isGone = reading.state === 'failed' && reading.isGone;
  // Includes an edit that the post's author has submitted on this device.
  const [shown] = usePostsWithEdits(useMemo(() => (read ? [read] : []), [read]));
  const prose = useProse(shown);
  useDocumentTitle(shown ? titleOf(shown) : 'Blog');
  useEffect(() => {
    if (read || isGone) openedPost.set({ id });
  }, [id, read, isGone]);
  // After a failure the loading text stays (specification, section 2); `usePost` retries.
  if (!read || !shown || prose === undefined) {
    return (
      <div className="column">
        <h1 className="visually-hidden">Blog</h1>
        <p role="status">Loading blog...</p>
      </div>
    );
  }
  return <Article post={shown} read={read} prose={prose} />;
}

function usePost(id: string): PostState {
  const { post: rendered } = useContext(HydrationContext);
  const [reading] = useState(() => readPost(id, rendered?._id === id ? { rendered } : { listed: listedPost(id) }));
  useEffect(() => reading.start().stop, [reading]);
  return useObservable(reading.state);
}

/** Shows the author's email (specification, section 2), or the name as long as the post lacks the email. */
function ByLine({ author }: { author: Post['author'] }) {
  const shown = author?.email || author?.name;
  if (!shown) return null;
  return <span>By {author.id && isOwnBackend ? <Link to={pagePaths.author(author.id)}>{shown}</Link> : shown}</span>;
}

/** `read` is the backend's post, without pending edits. Only `read` is cached, because other users read the cache. */
function Article({ post, read, prose }: { post: Post; read: Post; prose: ReactNode }) {
  const isInBrowser = useIsHydrated();
  const { earlier, noteSeen } = useLastReadVersion(read);
  const byline = (
    <>
      <ByLine author={post.author} />
      <ReadingTime post={post} />
      <LocalDate date={post.createdAt} />
    </>
  );
  const actions = isInBrowser && (
    <>
      <ShareButton post={post} />
      <PinButton post={read} />
      <OwnPostEditing post={read} />
    </>
  );
  const edited = <EditedNotice post={read} earlier={earlier} onSeen={noteSeen} />;
  return (
    <PostArticle post={post} prose={prose} byline={byline} edited={edited} actions={actions}>
      {isInBrowser && (
        <>
          <div className="reading-progress" aria-hidden="true" />
          {/* On our own backend, the post links to pages of authors and topics, which have follow buttons. */}
          {!isOwnBackend && <FollowOfPost post={post} />}
          <AdjacentPostLinks id={post._id} />
          <SavedReadingProgress id={post._id} />
        </>
      )}
    </PostArticle>
  );
}
