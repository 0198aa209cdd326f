import { type RefObject, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { unreadPosts } from '../../../reading/follows/following.ts';
import { QuietButton } from '../../components/QuietButton.tsx';
import { RefreshButton } from '../../components/RefreshButton.tsx';
import { useObservable } from '../../hooks/useObservable.ts';

/** Stored in the history entry and not in the URL: a link to the posts on this device is of no use to other people. */
export interface Choice {
  only?: 'on this device' | 'following';
}

/** Reloads the list of all posts. `ListTools` calls it, and the list's own component sets it. */
export type Refresh = RefObject<(() => Promise<void>) | undefined>;

/** Buttons that choose which posts are listed, and a button that reloads the list. */
export function ListTools({ only, refresh }: { only: Choice['only'] | undefined; refresh: Refresh }) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const row = useRef<HTMLDivElement>(null);
  // Scrolls to the chosen button, because on a narrow phone the row is wider than the window.
  useEffect(() => {
    const { current: tools } = row;
    const chosen = only && tools?.querySelector('[aria-pressed=true]')?.getBoundingClientRect();
    if (!chosen || !tools) return;
    tools.scrollLeft += chosen.x + chosen.width / 2 - innerWidth / 2;
    return () => {
      tools.scrollLeft = 0;
    };
  }, [only]);
  const choose = (choice: Choice) => navigate({ search }, { replace: true, state: choice });
  return (
    <div className="list-tools" ref={row}>
      <fieldset className="choice">
        <legend className="visually-hidden">Which posts</legend>
        <QuietButton aria-pressed={!only} onClick={() => choose({})}>
          All posts
        </QuietButton>
        <QuietButton aria-pressed={only === 'on this device'} onClick={() => choose({ only: 'on this device' })}>
          On this device
        </QuietButton>
        <FollowingChoice isChosen={only === 'following'} onChoose={() => choose({ only: 'following' })} />
      </fieldset>
      {!only && <RefreshButton refresh={async () => refresh.current?.()} />}
    </div>
  );
}

/**
 * A button that shows the followed posts, with the number of new posts. The number appears after the first paint, so it
 * must move nothing.
 */
function FollowingChoice({ isChosen, onChoose }: { isChosen: boolean; onChoose: () => void }) {
  const { size } = useObservable(unreadPosts);
  return (
    <button
      type="button"
      className="button quiet following"
      aria-pressed={isChosen}
      aria-description={size > 0 ? `${size} new` : undefined}
      data-new={size > 99 ? '99+' : size || undefined}
      onClick={onChoose}
    >
      Following
    </button>
  );
}
