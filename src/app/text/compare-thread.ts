import type { NewPost } from '../../contract/posts.ts';
import { changesBetween } from './post-changes.ts';

/** This module's URL. The page imports it and starts a thread from it, so that both share the code. */
export const { url } = import.meta;

if (typeof document === 'undefined') {
  addEventListener('message', ({ data }: MessageEvent<{ before: NewPost; after: NewPost }>) =>
    postMessage(changesBetween(data.before, data.after)),
  );
}
