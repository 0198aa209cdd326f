import { useId, useRef, useState } from 'react';
import { pagePaths } from '../../../contract/paths.ts';
import { isOwnBackend } from '../../../device/calls/host.ts';
import type { Follow } from '../../../reading/follows/follow.ts';
import { unfollow } from '../../../reading/follows/follow-store.ts';
import { Link } from '../../components/Link.tsx';
import { QuietButton } from '../../components/QuietButton.tsx';
import { takeFocus } from '../../components/take-focus.ts';
import { actionFailedMessage, useFailableAction } from '../../hooks/useFailableAction.ts';
import { countedAll } from '../../text/counted.ts';
import '../../styles/followed.css';

/** Lists the followed authors and topics, to open or unfollow. */
export function FollowedList({ follows }: { follows: Follow[] }) {
  const [hasFailed, attempt] = useFailableAction();
  const id = useId();
  const [wasShown, setWasShown] = useState(follows.length > 0);
  if (follows.length > 0 && !wasShown) setWasShown(true);
  const [said, setSaid] = useState('');
  const summary = useRef<HTMLElement>(null);
  const leave = async (one: Follow, button: HTMLElement) => {
    const row = button.closest('li');
    const next = row?.nextElementSibling ?? row?.previousElementSibling;
    await unfollow(one);
    setSaid(`Unfollowed ${one.name}.`);
    // Focuses the next row and not its button, because a key that is held down would unfollow row after row.
    takeFocus(next ?? summary.current, button);
  };
  // The list stays after the last unfollow, because it has the focus and the message.
  if (follows.length === 0 && !wasShown) return null;
  return (
    <details className="followed">
      <summary id={id} ref={summary}>
        Following {countedAll({ author: countOf(follows, 'author'), topic: countOf(follows, 'topic') }) || 'nobody'}
      </summary>
      {hasFailed && <p role="alert">{actionFailedMessage}</p>}
      <p role="status">{said}</p>
      {follows.length > 0 && (
        <ul className="stack" aria-labelledby={id}>
          {follows.map((one) => (
            <li key={`${one.kind} ${one.key}`} tabIndex={-1}>
              <span dir="auto">
                <NameOf one={one} />
                {one.unread.length > 0 && ` (${one.unread.length} new)`}
              </span>
              <QuietButton
                aria-label={`Unfollow ${one.name}`}
                onClick={({ currentTarget }) => void attempt(() => leave(one, currentTarget))}
              >
                Unfollow
              </QuietButton>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

const countOf = (follows: Follow[], kind: Follow['kind']) => follows.filter((one) => one.kind === kind).length;

/** The follow's name, linked to its page. A foreign backend has no pages of authors and topics. */
function NameOf({ one: { kind, key, name } }: { one: Follow }) {
  const shown = kind === 'topic' ? `#${name}` : name;
  if (!isOwnBackend) return shown;
  return <Link to={kind === 'topic' ? pagePaths.topic(key) : pagePaths.author(key)}>{shown}</Link>;
}
