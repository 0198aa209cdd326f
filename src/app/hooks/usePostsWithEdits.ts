import { useMemo } from 'react';
import type { Post } from '../../contract/posts.ts';
import { postOverlays } from '../../reading/shown/post-overlays.ts';
import { useObservable } from './useObservable.ts';

/** Returns the posts with this device's pending edits, and with edits confirmed after the posts were read. */
export function usePostsWithEdits(posts: Post[]): Post[] {
  const overlays = useObservable(postOverlays);
  return useMemo(
    () => (overlays.size ? posts.map((post) => overlays.get(post._id)?.(post) ?? post) : posts),
    [posts, overlays],
  );
}
