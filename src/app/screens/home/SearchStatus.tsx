import { useEffect, useState } from 'react';
import { useIsHydrated } from '../../hooks/useIsHydrated.ts';
import type { AnsweredDevice, DeviceAnswer } from '../../search/device-answer.ts';
import { countedAll } from '../../text/counted.ts';

/** The state of the server's search; `none`: it is not asked, or no server can search. */
export type ServerPart = 'none' | 'asked' | 'answered' | 'away' | 'failed';

interface SearchStatusProps {
  answer: DeviceAnswer;
  server: ServerPart;
  /** Number of results that are known, and whether there may be more. */
  count: number;
  hasMore: boolean;
}

/** In milliseconds: screen readers announce a status that stays this long, and not the status after each keystroke. */
const quietMs = 1_000;

/** Says how many posts were found, and whether on this device or on the server. */
export function SearchStatus(props: SearchStatusProps) {
  // Without JavaScript, only the server is searched.
  const text = useIsHydrated() ? statusOf(props) : '';
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), quietMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <>
      <p className="search-status hint">{text}</p>
      <p className="visually-hidden" aria-live="polite">
        {said}
      </p>
    </>
  );
}

const serverWords: Record<ServerPart, string> = {
  none: '.',
  asked: '. Asking the server…',
  answered: ' and all on the server.',
  away: '. Searching the others needs the network.',
  failed: '. The server did not answer. Trying again.',
};

const withoutDevice: Record<ServerPart, string> = {
  none: 'This browser saves nothing here that can be searched.',
  asked: 'Asking the server…',
  answered: 'Searched only on the server: this browser saves nothing here.',
  away: 'Searching needs a network for now. It continues when you’re online.',
  failed: 'The search did not answer. Please try again in a moment.',
};

function statusOf({ answer, server, count, hasMore }: SearchStatusProps): string {
  switch (answer.kind) {
    case 'none yet':
      return 'Looking through this device…';
    case 'unavailable':
      return withoutDevice[server];
    case 'answered': {
      if (!answer.isComplete) return `Looking through this device: ${inWords(answer.searched)} so far…`;
      const found = count === 0 ? 'Nothing found' : `${count.toLocaleString()}${hasMore ? ' or more' : ''} found`;
      if (Object.values(answer.searched).some((number) => number > 0)) {
        return `${found} in ${inWords(answer.searched)} on this device${serverWords[server]}`;
      }
      return server === 'answered' ? `${found} on the server.` : `${found} on this device${serverWords[server]}`;
    }
  }
}

/** Returns for example `3 posts, 1 draft and 2 waiting posts`. Only authors have drafts and waiting posts. */
const inWords = ({ post, draft, waiting }: AnsweredDevice['searched']): string =>
  countedAll({ post, draft, 'waiting post': waiting }) || '0 posts';
