import { useMemo } from 'react';
import type { Post } from '../../contract/posts.ts';
import { postOverlays } from '../../reading/shown/post-overlays.ts';
import { useObservable } from './useObservable.ts';

/** The posts as they are shown: with edits that wait on this device, or were confirmed since the posts were read. */
export function usePostsWithEdits(posts: Post[]): Post[] {
  const overlays = useObservable(postOverlays);
  return useMemo(
    () => (overlays.size ? posts.map((post) => overlays.get(post._id)?.(post) ?? post) : posts),
    [posts, overlays],
  );
}
