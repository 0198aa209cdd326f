import { useEffect, useRef, useState } from 'react';
import type { Credentials } from '../../../../contract/accounts.ts';
import { pagePaths } from '../../../../contract/paths.ts';
import { profile } from '../../../../session/profile.ts';
import type { Ending } from '../../../../writing/import-texts/import-refusals.ts';
import { type ImportCounts, importTexts } from '../../../../writing/import-texts/import-texts.ts';
import type { Pause } from '../../../../writing/import-texts/until-answered.ts';
import { Link } from '../../../components/Link.tsx';
import { QuietButton } from '../../../components/QuietButton.tsx';
import { takeFocus } from '../../../components/take-focus.ts';
import { counted, countedAll } from '../../../text/counted.ts';
import type { Found } from './ChosenFiles.tsx';
import { LeftOutList } from './LeftOutList.tsx';

type State =
  | { kind: 'going'; done: number; title: string; counts?: ImportCounts }
  | { kind: 'over'; ending: Ending | 'stopped' | 'failed'; counts: ImportCounts };

interface ImportProgressProps {
  found: Found;
  site: string;
  login: Credentials;
  onClose: () => void;
}

const nothing: ImportCounts = { posts: 0, drafts: 0, there: 0, refused: [], lostPictures: 0 };

/** Imports the found texts that the account lacks, and shows the result. Leaving the screen stops the import. */
export function ImportProgress({ found, site, login, onClose }: ImportProgressProps) {
  const [state, setState] = useState<State>({ kind: 'going', done: 0, title: '' });
  const [pause, setPause] = useState<Pause>();
  const [{ token, userId }] = useState(login);
  const running = useRef<AbortController>(undefined);
  const { texts } = found.comparison;
  const going = useRef<HTMLParagraphElement>(null);
  const result = useRef<HTMLDivElement>(null);
  // Takes the focus: starting the import removes the button that started it, and the end removes the Stop button.
  const isOver = state.kind === 'over';
  useEffect(() => takeFocus(isOver ? result.current : going.current), [isOver]);
  useEffect(() => {
    const ending = new AbortController();
    running.current = ending;
    let soFar = nothing;
    const go = async () => {
      try {
        const email = profile.get()?.email;
        const to = { userId, token, email, site, pictures: found.pictures };
        const result = await importTexts(found.comparison, to, {
          signal: ending.signal,
          onProgress: (counts, done, title) => {
            soFar = counts;
            setState({ kind: 'going', done, title, counts });
          },
          onPause: setPause,
        });
        setState({ kind: 'over', ...result });
      } catch (error) {
        if (!ending.signal.aborted) console.error('The import failed; texts that it has imported stay.', error);
        setPause(undefined);
        setState({ kind: 'over', ending: ending.signal.aborted ? 'stopped' : 'failed', counts: soFar });
      }
    };
    void go();
    return () => ending.abort();
  }, [found, site, token, userId]);

  if (state.kind === 'over') {
    const { counts, ending } = state;
    return (
      <>
        <div role="status" ref={result} tabIndex={-1}>
          <p>{resultOf(counts)}</p>
          {ending !== 'all' && <p>{whyNot[ending]} What is already here is not imported twice.</p>}
          {counts.lostPictures > 0 && <p>{counted(counts.lostPictures, 'picture')} could not be used.</p>}
        </div>
        <LeftOutList words="could not be imported" leftOut={counts.refused} />
        <p className="form-actions">
          {counts.posts > 0 && <Link to={pagePaths.myBlogs}>My Blogs</Link>}
          {counts.drafts > 0 && <Link to={pagePaths.create}>Drafts</Link>}
          <QuietButton onClick={onClose}>Close</QuietButton>
        </p>
      </>
    );
  }
  return (
    <>
      <p ref={going} tabIndex={-1}>
        {Math.min(state.done + 1, texts.length).toLocaleString()} of {texts.length.toLocaleString()}
        {state.title && `: ${state.title}`}
      </p>
      <progress className="import-bar" aria-label="Imported" value={state.done} max={texts.length} />
      <p role="status">{pause ? pauseInWords(pause) : 'Stay on this screen until it is done.'}</p>
      <p className="form-actions">
        <QuietButton onClick={() => running.current?.abort()}>Stop</QuietButton>
      </p>
    </>
  );
}

const whyNot: Record<Exclude<Ending, 'all'> | 'stopped' | 'failed', string> = {
  suspended: 'This account is suspended.',
  'login expired': 'Your login has expired: log in, and choose the same files again.',
  'no list': 'The server did not list your posts. Choose the same files again later.',
  stopped: 'Stopped. Choose the same files to continue.',
  failed: 'The import failed. Choose the same files again.',
};

function resultOf({ posts, drafts, there }: ImportCounts): string {
  const parts = countedAll({ post: posts, draft: drafts });
  const summary = parts ? `Imported: ${parts}.` : 'Nothing was imported.';
  return there === 0 ? summary : `${summary} Already here: ${there.toLocaleString()}.`;
}

function pauseInWords({ kind, until }: Pause): string {
  const time = new Date(until).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
  return kind === 'hourly share'
    ? `The limit for this hour is reached. The import continues at ${time}.`
    : 'The server does not answer. The import continues when it does.';
}
