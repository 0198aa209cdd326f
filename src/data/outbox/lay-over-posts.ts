import type { Post } from '../../contract/posts.ts';
import { postOverlays } from '../post-overlays.ts';
import { authorOf, session } from '../session/session.ts';
import { confirmedEdits } from './confirmed-edits.ts';
import { outboxEntries } from './outbox-entries.ts';
import { isEdit } from './outbox-entry.ts';

/** On a card, in place of the summary, which the backend makes of the text. */
const waitingSummary = 'Your changes wait on this device to be saved.';

/** Keeps `postOverlays` up to date with the edits of the user who is logged in. Nobody else is shown what waits. */
export function layOverPosts(): void {
  const overlay = () => {
    const author = authorOf(session.get());
    const overlays = new Map<string, (post: Post) => Post>();
    for (const [id, edited] of confirmedEdits.get()) {
      overlays.set(id, (post) => ((post.version ?? 0) < edited.version ? { ...post, ...edited } : post));
    }
    for (const entry of outboxEntries.get()) {
      if (!isEdit(entry) || entry.userId !== author) continue;
      const { postId, post: edit } = entry.work;
      const below = overlays.get(postId);
      overlays.set(postId, (post) => ({ ...(below?.(post) ?? post), ...edit, summary: waitingSummary }));
    }
    if (overlays.size + postOverlays.get().size > 0) postOverlays.set(overlays);
  };
  for (const changed of [session, confirmedEdits, outboxEntries]) changed.subscribe(overlay);
  overlay();
}
