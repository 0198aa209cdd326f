import { useEffect, useState } from 'react';
import { isAuthoredBy, isSameText, type Post } from '../../contract/posts.ts';
import { timeouts } from '../../device/timeouts.ts';
import { findLastRead, recordLastReadVersion } from '../../reading/store/last-read.ts';
import { profile } from '../../session/profile.ts';
import { isCurrent, session } from '../../session/session.ts';
import { useAvailability } from './useAvailability.ts';
import { useObservable } from './useObservable.ts';

/**
 * Returns the version of this post that was last read on this device, if that version is older and has another text.
 * The version stays stored until `noteSeen` is called. If there is no such version, stores the post on screen as read
 * after `timeouts.readMs`. Ignores posts without versions, and the reader's own posts.
 */
export function useLastReadVersion(post: Post): { earlier: Post | undefined; noteSeen: (seen: Post) => void } {
  const [earlier, setEarlier] = useState<Post>();
  const isOwn = isAuthoredBy(post, useObservable(profile)?.email);
  const isCached = (useAvailability(post._id) ?? 'none') !== 'none';
  // A server-rendered page lacks the Markdown: its post is stored as read only once the worker has cached its text.
  const hasText = post.content !== '' || isCached;
  useEffect(() => {
    const { version } = post;
    if (version === undefined || isOwn) return setEarlier(undefined);
    const reader = session.get();
    let isShown = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    findLastRead(post._id).then(
      ({ version: read }) => {
        if (!isShown) return;
        const isEarlier = (read?.version ?? 0) < version;
        const isOffered = read !== undefined && isEarlier && saysElse(read, post);
        setEarlier(isOffered ? read : undefined);
        // After a logout in any tab, stores no version: the next user must not learn which posts were read.
        const record = () => isCurrent(reader) && recordLastReadVersion(post).catch(report);
        if (isEarlier && !isOffered && hasText) timer = setTimeout(record, timeouts.readMs);
      },
      (error) => console.error('Could not look up which version was read; no changes are shown.', error),
    );
    return () => {
      isShown = false;
      clearTimeout(timer);
    };
  }, [post, isOwn, hasText]);
  const noteSeen = (seen: Post) => {
    setEarlier(undefined);
    recordLastReadVersion(seen).catch(report);
  };
  return { earlier, noteSeen };
}

/** Returns whether the texts differ, or cannot be compared because a server-rendered page lacks the Markdown. */
const saysElse = (read: Post, post: Post): boolean => post.content === '' || !isSameText(read, post);

const report = (error: unknown) =>
  console.error('Could not record which version was read; its changes will not be shown.', error);
