import { useId } from 'react';
import type { PinningProgress } from '../../data/pin-next/pinning-progress.ts';
import { goOnPinning, stopPinning } from '../../data/pin-next/run-pinning-job.ts';
import { actionFailedMessage, useFailableAction } from '../hooks/useFailableAction.ts';
import { countOf } from './keep-next-words.ts';

type Shown = Exclude<PinningProgress, { kind: 'none' }>;

/** How far the job is, and what can be done about it. It goes on when this is closed. */
export function KeepNextProgress({ progress, onClose }: { progress: Shown; onClose: () => void }) {
  const id = useId();
  const [hasFailed, attempt] = useFailableAction();
  const { kind, job } = progress;
  const done = job.total - job.waiting.length;
  const goOn = { asks: 'Go on', away: 'Try now', failed: 'Try now', full: 'Try again' };
  return (
    <>
      <p id={id}>{`${job.pinned} of ${job.total} kept`}</p>
      <progress className="keep-next-bar" aria-labelledby={id} value={done} max={job.total} />
      <div className="keep-next-size" role="status">
        {/* Every post would be too much to be read out. */}
        {kind === 'going' && <span className="visually-hidden">{inQuarters(done, job.total)}</span>}
        {wordsOf(progress).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {hasFailed && <p>{actionFailedMessage}</p>}
      </div>
      <div className="form-actions">
        <button type="button" className={`button ${kind in goOn ? 'quiet' : ''}`} onClick={onClose}>
          Close
        </button>
        {kind !== 'done' && (
          <button type="button" className="button quiet" onClick={() => void attempt(stopPinning)}>
            Stop here
          </button>
        )}
        {/* Comes and goes by itself, so it is last: the others stay where they are. */}
        {kind in goOn && (
          <button type="button" className="button" onClick={() => void attempt(() => goOnPinning(job))}>
            {goOn[kind as keyof typeof goOn]}
          </button>
        )}
      </div>
    </>
  );
}

function inQuarters(done: number, total: number): string {
  const quarter = Math.floor((4 * done) / Math.max(total, 1));
  return ['Keeping posts', 'A quarter is kept', 'Half is kept', 'Three quarters are kept'][quarter] ?? 'All are kept';
}

function wordsOf({ kind, job }: Shown): string[] {
  switch (kind) {
    case 'going':
      return ['You can close this and read on.'];
    case 'away':
      return ['Waits for the network, and goes on by itself. What is kept stays.'];
    case 'failed':
      return ['This device does not answer for now. It is tried again; what is kept stays.'];
    case 'asks':
      return [`Your browser is set to save data. ${countOf(job.waiting.length, 'post')} still to come: go on?`];
    case 'full':
      return ['This device has no room for more. What is kept stays.'];
    case 'done':
      return [
        'They are under “On this device”, and open without a network.',
        ...(job.gone > 0 ? [`${countOf(job.gone, 'post')} had been deleted meanwhile.`] : []),
        ...(job.missingImages > 0 ? [`${countOf(job.missingImages, 'picture')} could not be had.`] : []),
      ];
    default:
      return kind satisfies never;
  }
}
