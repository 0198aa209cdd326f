import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Post } from '../../../contract/posts.ts';
import { loadBlogCalls } from '../../../reading/shown/load-blog-calls.ts';
import { withoutComments } from '../../../text/markdown/comments.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { PostDiff } from '../../components/PostDiff.tsx';
import { comparePosts } from '../../text/compare-posts.ts';
import type { PostChanges } from '../../text/post-changes.ts';
import '../../styles/edits.css';

interface ChangesDialogProps {
  earlier: Post;
  post: Post;
  /** @param seen the version whose changes were shown; `undefined` if no changes could be shown */
  onClose: (seen: Post | undefined) => void;
}

type Comparison = { kind: 'comparing' } | { kind: 'failed' } | { kind: 'compared'; changes: PostChanges; post: Post };

/** Removes comments, which readers never see. */
const asRead = (post: Post): Post => ({ ...post, content: withoutComments(post.content) });

/** Shows the changes in a post since it was read. In a dialog, so that the text on the page does not move. */
export function ChangesDialog({ earlier, post, onClose }: ChangesDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [comparison, setComparison] = useState<Comparison>({ kind: 'comparing' });
  const compare = useEffectEvent(async () => {
    try {
      // A server-rendered page lacks the Markdown, so this reads it from the cache or the network.
      const whole = post.content === '' ? (await (await loadBlogCalls()).getPost(post._id, 'newest')).post : post;
      setComparison({ kind: 'compared', changes: await comparePosts(asRead(earlier), asRead(whole)), post: whole });
    } catch (error) {
      console.error('Could not read the post to compare it; its changes are not shown.', error);
      setComparison({ kind: 'failed' });
    }
  });
  useEffect(() => void compare(), []);
  return (
    <Dialog
      className="changes-dialog"
      ref={dialog}
      heading="What changed since you read it"
      onClose={() => onClose(comparison.kind === 'compared' ? comparison.post : undefined)}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must be able to scroll it. */}
      <section className="changes-body" tabIndex={0} aria-label="Changes">
        {comparison.kind === 'compared' && <PostDiff changes={comparison.changes} />}
        <p role="status">
          {comparison.kind === 'comparing' && 'Comparing…'}
          {comparison.kind === 'failed' && 'The text could not be read. Try again when there is a connection.'}
        </p>
      </section>
      <div className="form-actions">
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
