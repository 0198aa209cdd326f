import { useEffect, useState } from 'react';
import type { Post } from '../../contract/posts.ts';
import { isMemoryOnly } from '../../device/storage/record-database.ts';
import { type Followed, isSameFollow, publishedAt } from '../../reading/follows/follow.ts';
import { following } from '../../reading/follows/following.ts';
import { useObservable } from '../hooks/useObservable.ts';
import { QuietButton } from './QuietButton.tsx';

interface FollowButtonProps {
  followed: Followed;
  /** The posts of `followed` on screen: only posts published later will be new. If missing, the app fetches them. */
  listed?: Post[] | undefined;
  /** Added to the button's text, to tell several follow buttons apart. */
  label?: string;
}

/** A button that follows or unfollows an author or a topic. Works offline, because the device stores the follows. */
export function FollowButton({ followed, listed, label }: FollowButtonProps) {
  const state = useObservable(following);
  const [failure, setFailure] = useState('');
  useEffect(() => {
    loadFollowing()
      .then(({ startFollowing }) => startFollowing())
      .catch((error: unknown) => console.error('Could not load the follows of this device.', error));
  }, []);
  const isFollowed = state.kind === 'known' && state.follows.some((one) => isSameFollow(one, followed));
  const toggle = async () => {
    try {
      const { toggleFollow } = await loadFollowing();
      const failure = await toggleFollow(followed, listed && Math.max(0, ...listed.map(publishedAt)));
      setFailure(failure || (isMemoryOnly.get() ? 'Only until you close this page: this browser saves nothing.' : ''));
    } catch (error) {
      console.error('Could not store a change of the follows; a message says so on screen.', error);
      setFailure('Not saved on this device. Try again.');
    }
  };
  return (
    <div className="follow">
      <QuietButton
        aria-pressed={isFollowed}
        aria-label={label && `${isFollowed ? 'Following' : 'Follow'} ${label}`}
        onClick={() => void toggle()}
      >
        {isFollowed ? 'Following' : 'Follow'}
        {label && ` ${label}`}
      </QuietButton>
      <span role="status">{failure}</span>
    </div>
  );
}

const loadFollowing = () => import('../following/start-following.ts');
