import { useRef } from 'react';
import { markAllRead } from '../../../reading/follows/follow-store.ts';
import { unreadPosts } from '../../../reading/follows/following.ts';
import { QuietButton } from '../../components/QuietButton.tsx';
import { takeFocus } from '../../components/take-focus.ts';
import { actionFailedMessage, useFailableAction } from '../../hooks/useFailableAction.ts';
import { useObservable } from '../../hooks/useObservable.ts';

/** Shows how many posts are new, and a button that marks them as read. */
export function Unread() {
  const unread = useObservable(unreadPosts);
  const [hasFailed, attempt] = useFailableAction();
  const count = useRef<HTMLParagraphElement>(null);
  const markAll = async (button: HTMLElement) => {
    await markAllRead(unread);
    takeFocus(count.current, button);
  };
  return (
    <div className="post-group-head">
      <p role="status" ref={count} tabIndex={-1}>
        {unread.size > 0 ? `${unread.size.toLocaleString()} new` : 'Nothing new'}
      </p>
      {hasFailed && <p role="alert">{actionFailedMessage}</p>}
      {unread.size > 0 && (
        <QuietButton onClick={({ currentTarget }) => void attempt(() => markAll(currentTarget))}>
          Mark all as read
        </QuietButton>
      )}
    </div>
  );
}
