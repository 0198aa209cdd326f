import { useEffect, useRef, useState } from 'react';
import type { Credentials } from '../../../../contract/accounts.ts';
import { saveFile } from '../../../../device/save-file.ts';
import { profile } from '../../../../session/profile.ts';
import type { Gathered } from '../../../../writing/export-texts/gather-writing.ts';
import { QuietButton } from '../../../components/QuietButton.tsx';
import { useObservable } from '../../../hooks/useObservable.ts';
import { countedAll } from '../../../text/counted.ts';
import { formatBytes } from '../../../text/format-bytes.ts';

type State =
  | { kind: 'idle' }
  | { kind: 'gathering'; gathered: Gathered | undefined }
  | { kind: 'saved'; gathered: Gathered; bytes: number; missing: string[] }
  | { kind: 'failed' };

/** The button that exports all of the user's texts to a file, and a summary of the file's content. */
export function ExportTexts({ login: { token, userId } }: { login: Credentials }) {
  const [state, setState] = useState<State>({ kind: 'idle' });
  const known = useObservable(profile);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const save = async () => {
    const ending = new AbortController();
    running.current = ending;
    setState({ kind: 'gathering', gathered: undefined });
    try {
      const [{ saveWriting }, { missingInWords }] = await Promise.all([
        import('../../../../writing/export-texts/save-writing.ts'),
        import('../../../../writing/export-texts/missing-in-words.ts'),
      ]);
      const author = { userId, token, email: known?.email, name: known?.username };
      const saved = await saveWriting(author, ending.signal, (gathered) => setState({ kind: 'gathering', gathered }));
      saveFile(saved.file);
      setState({ kind: 'saved', gathered: saved, bytes: saved.file.size, missing: missingInWords(saved.missing) });
    } catch (error) {
      if (ending.signal.aborted) return setState({ kind: 'idle' });
      console.error('Could not make the file.', error);
      setState({ kind: 'failed' });
    }
  };
  const isGathering = state.kind === 'gathering';
  const start = useRef<HTMLButtonElement>(null);
  const stop = () => {
    running.current?.abort();
    // The Stop button has the focus, and is removed by this render.
    start.current?.focus();
  };
  return (
    <>
      <p className="form-actions">
        <button
          type="button"
          className="button"
          ref={start}
          aria-disabled={isGathering}
          onClick={() => isGathering || void save()}
        >
          Export my writing
        </button>
        {isGathering && <QuietButton onClick={stop}>Stop</QuietButton>}
      </p>
      {/* Outside the status, so that screen readers do not announce every file. */}
      {isGathering && state.gathered && <p>So far: {inWords(state.gathered)}.</p>}
      <div role="status">
        {isGathering && <span className={state.gathered ? 'visually-hidden' : undefined}>Making the file…</span>}
        {state.kind === 'failed' && <p>This device could not make the file. Nothing has changed; try again.</p>}
        {state.kind === 'saved' && (
          <>
            <p>
              Saved ({formatBytes(state.bytes)}): {inWords(state.gathered)}.
            </p>
            {state.missing.length > 0 && (
              <ul>
                {state.missing.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            )}
          </>
        )}
      </div>
    </>
  );
}

const inWords = ({ files: { posts, versions, drafts, waiting, images } }: Gathered): string =>
  countedAll({ post: posts, 'earlier version': versions, draft: drafts, 'waiting text': waiting, picture: images }) ||
  '0 posts';
