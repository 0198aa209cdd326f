import type { Post } from '../contract/posts.ts';
import { confirmedWrites, deletedPosts, postOverlays } from '../reading/shown/post-overlays.ts';
import { shownWriting } from './record/shown-writing.ts';
import { hearPostChanges } from './sender/post-change.ts';

/** The summary on a post's card while its edit is pending. Only the backend makes summaries. */
const waitingSummary = 'Your changes wait on this device to be saved.';

/**
 * Keeps `postOverlays` and `deletedPosts` up to date with pending edits, and with edits and deletes that the backend
 * has confirmed since this page was opened. Only the user who is logged in sees their own pending edits.
 */
export function layOverPosts(): void {
  const confirmed = new Map<string, Post>();
  const overlay = () => {
    const overlays = new Map<string, (post: Post) => Post>();
    for (const [id, edited] of confirmed)
      overlays.set(id, (post) => ((post.version ?? 0) < (edited.version ?? 0) ? { ...post, ...edited } : post));
    for (const { record } of shownWriting.get()) {
      const { pending, postId } = record;
      if (pending?.kind !== 'text' || postId === undefined) continue;
      const below = overlays.get(postId);
      overlays.set(postId, (post) => ({ ...(below?.(post) ?? post), ...pending.text, summary: waitingSummary }));
    }
    if (overlays.size + postOverlays.get().size > 0) postOverlays.set(overlays);
  };
  hearPostChanges((change) => {
    if (change.kind === 'deleted') deletedPosts.set(new Set(deletedPosts.get()).add(change.postId));
    if (change.kind === 'changed' && change.post) confirmed.set(change.postId, change.post);
    overlay();
    confirmedWrites.set(confirmedWrites.get() + 1);
  });
  shownWriting.subscribe(overlay);
  overlay();
}
