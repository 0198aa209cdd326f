import { useState } from 'react';
import type { Post } from '../../../contract/posts.ts';
import { LocalDate } from '../../components/LocalDate.tsx';
import { lazyOrNothing } from '../../components/lazy-or-nothing.tsx';

const ChangesDialog = lazyOrNothing(async () => (await import('./ChangesDialog.tsx')).ChangesDialog);

interface EditedNoticeProps {
  post: Post;
  /** The version that this reader last read, if it is older and has another text. */
  earlier: Post | undefined;
  onSeen: (seen: Post) => void;
}

/**
 * Shows when the post was last edited, and a link to the changes since it was read. Its line reserves space for both.
 */
export function EditedNotice({ post, earlier, onSeen }: EditedNoticeProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (post.version === undefined || Number.isNaN(Date.parse(post.updatedAt ?? ''))) return null;
  const close = (seen: Post | undefined) => {
    setIsOpen(false);
    if (seen) onSeen(seen);
  };
  return (
    <div className="edited hint">
      <span>Edited</span>
      <LocalDate date={post.updatedAt} />
      {earlier && (
        <button type="button" className="link-button" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          What changed since you read it
        </button>
      )}
      {earlier && isOpen && <ChangesDialog earlier={earlier} post={post} onClose={close} />}
    </div>
  );
}
