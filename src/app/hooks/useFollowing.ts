import { useEffect } from 'react';
import { type FollowingState, following } from '../../reading/follows/following.ts';
import { look, startFollowing } from '../following/start-following.ts';
import { useObservable } from './useObservable.ts';

/** What is followed on this device. Looks at what is new as well, as the reader has asked for it. */
export function useFollowing(): FollowingState {
  const state = useObservable(following);
  useEffect(() => {
    void startFollowing().then(() => look({ all: true }));
  }, []);
  return state;
}
