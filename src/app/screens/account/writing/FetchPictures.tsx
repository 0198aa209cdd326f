import { useEffect, useRef, useState } from 'react';
import { type FetchedPictures, fetchPictures } from '../../../../writing/bring-in/fetch-pictures.ts';
import { takeFocus } from '../../../components/take-focus.ts';
import { counted } from './counted.ts';

type State = { kind: 'asked' } | { kind: 'fetching'; done: number } | { kind: 'done'; failed: number };

interface FetchPicturesProps {
  addresses: string[];
  site: string;
  fetched: FetchedPictures;
}

/** Pictures on other sites, fetched when their author presses for it, and never by themselves. */
export function FetchPictures({ addresses, site, fetched }: FetchPicturesProps) {
  const [state, setState] = useState<State>({ kind: 'asked' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const status = useRef<HTMLParagraphElement>(null);
  // The button that was pressed is gone.
  useEffect(() => takeFocus(state.kind === 'asked' ? undefined : status.current), [state.kind]);
  const total = addresses.length;
  const start = async () => {
    const ending = new AbortController();
    running.current = ending;
    setState({ kind: 'fetching', done: 0 });
    try {
      const onPicture = (done: number) => setState({ kind: 'fetching', done });
      const failed = await fetchPictures(addresses, site, fetched, { signal: ending.signal, onPicture });
      setState({ kind: 'done', failed });
    } catch (error) {
      if (!ending.signal.aborted) console.error('Could not go on fetching pictures.', error);
      setState({ kind: 'asked' });
    }
  };
  return (
    <div className="bring-in-pictures">
      <p>
        {total === 1 ? 'One picture is' : `${total.toLocaleString()} pictures are`} on other sites, and will be shown
        from there. If you fetch {total === 1 ? 'it, it is' : 'them, they are'} kept here; the other sites see that you
        ask.
      </p>
      {state.kind === 'fetching' && (
        <progress className="bring-in-bar" aria-label="Pictures fetched" value={state.done} max={total} />
      )}
      <p role="status" ref={status} tabIndex={-1}>
        {state.kind === 'fetching' && 'Fetching pictures…'}
        {state.kind === 'done' && resultOf(total, state.failed)}
      </p>
      <p className="form-actions">
        {state.kind === 'fetching' ? (
          <button type="button" className="button quiet" onClick={() => running.current?.abort()}>
            Stop fetching
          </button>
        ) : (
          (state.kind === 'asked' || state.failed > 0) && (
            <button type="button" className="button quiet" onClick={() => void start()}>
              {state.kind === 'done' ? 'Try again' : `Fetch ${counted(total, 'picture')}`}
            </button>
          )
        )}
      </p>
    </div>
  );
}

function resultOf(total: number, failed: number): string {
  const fetched = `Fetched: ${(total - failed).toLocaleString()} of ${total.toLocaleString()}.`;
  return failed === 0 ? fetched : `${fetched} The other sites do not let the rest be fetched; it is shown from there.`;
}
