import { useEffect, useRef, useState } from 'react';
import type { Credentials } from '../../../../contract/accounts.ts';
import { profile } from '../../../../session/profile.ts';
import { type Comparison, compareWithOwn } from '../../../../writing/import-texts/compare-with-own.ts';
import { findWriting } from '../../../../writing/import-texts/find-writing.ts';
import { type FoundWriting, PartMissing } from '../../../../writing/import-texts/found-writing.ts';
import { PicturesOfFiles } from '../../../../writing/import-texts/pictures-of-files.ts';
import { QuietButton } from '../../../components/QuietButton.tsx';
import { takeFocus } from '../../../components/take-focus.ts';
import { FoundPreview } from './FoundPreview.tsx';
import { ImportProgress } from './ImportProgress.tsx';

export interface ChosenFilesProps {
  files: File[];
  login: Credentials;
  onClose: () => void;
}

/** The texts that were found in the chosen files. */
export interface Found {
  writing: FoundWriting;
  comparison: Comparison;
  pictures: PicturesOfFiles;
}

type State =
  | { kind: 'looking'; done: number; total: number }
  | { kind: 'comparing' }
  | { kind: 'found'; found: Found }
  | { kind: 'importing'; found: Found; site: string }
  | { kind: 'failed'; why: keyof typeof whyFailed };

/** Reads the chosen files, previews their texts, imports these, and shows the result. */
export function ChosenFiles({ files, login, onClose }: ChosenFilesProps) {
  const [state, setState] = useState<State>({ kind: 'looking', done: 0, total: 0 });
  const [attempt, setAttempt] = useState(1);
  const { userId } = login;
  const start = useRef<HTMLDivElement>(null);
  const hasFailed = state.kind === 'failed';
  useEffect(() => takeFocus(hasFailed ? start.current : undefined), [hasFailed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt looks again
  useEffect(() => {
    const ending = new AbortController();
    const look = async () => {
      try {
        // A text that was imported before is recognized by a hash, and browsers hash only in a secure context.
        if (!globalThis.crypto?.subtle) return setState({ kind: 'failed', why: 'not secure' });
        const writing = await findWriting(files, throttled(setState), ending.signal);
        setState({ kind: 'comparing' });
        const author = { userId, email: profile.get()?.email };
        const comparison = await compareWithOwn(writing.texts, author, ending.signal);
        const pictures = new PicturesOfFiles(writing.pictures);
        setState({ kind: 'found', found: { writing, comparison, pictures } });
        start.current?.focus();
      } catch (error) {
        if (ending.signal.aborted) return;
        console.error('Could not read the chosen files.', error);
        setState({ kind: 'failed', why: error instanceof PartMissing ? 'part missing' : 'files' });
      }
    };
    void look();
    return () => ending.abort();
  }, [files, userId, attempt]);
  const again = () => {
    setState({ kind: 'looking', done: 0, total: 0 });
    setAttempt(attempt + 1);
  };

  return (
    <div ref={start} className="import stack" tabIndex={-1}>
      {(state.kind === 'looking' || state.kind === 'comparing') && (
        <>
          <p role="status">{state.kind === 'looking' ? 'Reading the files…' : 'Checking what is already here…'}</p>
          {state.kind === 'looking' && state.total > 0 && (
            <progress className="import-bar" aria-label="Files read" value={state.done} max={state.total} />
          )}
          <p className="form-actions">
            <QuietButton onClick={onClose}>Stop</QuietButton>
          </p>
        </>
      )}
      {state.kind === 'failed' && (
        <>
          <p role="alert">{whyFailed[state.why]}</p>
          <p className="form-actions">
            {state.why !== 'not secure' && (
              <button type="button" className="button" onClick={again}>
                Try again
              </button>
            )}
            <QuietButton onClick={onClose}>Close</QuietButton>
          </p>
        </>
      )}
      {state.kind === 'found' && (
        <FoundPreview
          found={state.found}
          onImport={(site) => setState({ kind: 'importing', found: state.found, site })}
          onClose={onClose}
        />
      )}
      {state.kind === 'importing' && (
        <ImportProgress found={state.found} site={state.site} login={login} onClose={onClose} />
      )}
    </div>
  );
}

const whyFailed = {
  files: 'This device could not read the files. Nothing has changed.',
  'part missing':
    'Part of the app could not be loaded. The files are still chosen: connect and try again, or reload the app and choose them again.',
  'not secure': 'Importing needs a secure connection. Open this site with https.',
};

/** Reports progress at most ten times a second, because there may be thousands of files. */
function throttled(tell: (state: State) => void): (done: number, total: number) => void {
  let told = 0;
  return (done, total) => {
    if (performance.now() - told < 100) return;
    told = performance.now();
    tell({ kind: 'looking', done, total });
  };
}
