import { useContext, useEffect, useState } from 'react';
import { listedPost } from '../../reading/shown/listed-post.ts';
import { type PostState, readPost } from '../../reading/shown/read-post.ts';
import { HydrationContext } from './HydrationContext.ts';
import { useObservable } from './useObservable.ts';

/** Reads one post for a screen that is keyed by its id. */
export function usePost(id: string): PostState {
  const { post: rendered } = useContext(HydrationContext);
  const [reading] = useState(() => readPost(id, rendered?._id === id ? { rendered } : { listed: listedPost(id) }));
  useEffect(() => reading.start().stop, [reading]);
  return useObservable(reading.state);
}
