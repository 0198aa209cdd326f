import { useEffect } from 'react';
import { type FollowingState, following } from '../../reading/follows/following.ts';
import { look, startFollowing } from '../following/start-following.ts';
import { useObservable } from './useObservable.ts';

/** Returns the follows of this device. Also asks for new posts, because the reader has opened the list of follows. */
export function useFollowing(): FollowingState {
  const state = useObservable(following);
  useEffect(() => {
    void startFollowing().then(() => look({ all: true }));
  }, []);
  return state;
}
