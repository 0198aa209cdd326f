import { useEffect, useEffectEvent, useState } from 'react';
import { measureNextPosts, type PinningPlan } from '../../data/pin-next/measure-next-posts.ts';
import { startPinningJob } from '../../data/pin-next/run-pinning-job.ts';
import { isDataSaved } from '../../data/save-data.ts';
import { formatBytes } from '../text/format-bytes.ts';
import { imagesInText } from '../text/images-in-text.ts';
import { countOf } from './keep-next-words.ts';

const counts = [10, 25, 50, 100] as const;

/** `asks`: the browser is to save data, and finding out the size loads the texts. */
type Planning =
  | { kind: 'asks' }
  | { kind: 'planning' }
  | { kind: 'planned'; plan: PinningPlan }
  | { kind: 'failed' }
  | { kind: 'not stored'; plan: PinningPlan };

/** How many, how large, and the button that begins. */
export function KeepNextForm({ path, onClose }: { path: string; onClose: () => void }) {
  const [count, setCount] = useState<number>(counts[0]);
  const [isAsked, setAsked] = useState(() => !isDataSaved());
  const [attempts, setAttempts] = useState(0);
  const [planning, setPlanning] = useState<Planning>({ kind: isAsked ? 'planning' : 'asks' });

  const plan = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const found = await measureNextPosts(path, { count, imagesInText, signal });
      if (!signal.aborted) setPlanning({ kind: 'planned', plan: found });
    } catch (error) {
      if (signal.aborted) return;
      console.error('Could not find out what would be kept.', error);
      setPlanning({ kind: 'failed' });
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number is planned anew, and so is another attempt.
  useEffect(() => {
    if (!isAsked) return;
    const left = new AbortController();
    setPlanning({ kind: 'planning' });
    void plan(left.signal);
    return () => left.abort();
  }, [count, isAsked, attempts]);

  const planned = 'plan' in planning && planning.plan.job.total > 0 ? planning.plan : undefined;
  const press = async () => {
    if (!isAsked) return setAsked(true);
    if (planning.kind === 'failed') return setAttempts(attempts + 1);
    if (!planned) return;
    try {
      await startPinningJob(planned.job);
    } catch (error) {
      console.error('Could not store what is to be kept; nothing is begun.', error);
      setPlanning({ kind: 'not stored', plan: planned });
    }
  };
  return (
    <>
      <p>The next posts of this list that are not kept yet, with their pictures, to read without a network.</p>
      <fieldset className="keep-next-counts">
        <legend>How many</legend>
        {counts.map((each) => (
          <label key={each} className="button quiet">
            <input type="radio" name="count" checked={count === each} onChange={() => setCount(each)} />
            {each}
          </label>
        ))}
      </fieldset>
      <div className="keep-next-size" role="status">
        <Size planning={planning} count={count} />
      </div>
      <div className="form-actions">
        <button
          type="button"
          className="button"
          aria-disabled={isAsked && planning.kind !== 'failed' && !planned}
          onClick={() => void press()}
        >
          {!isAsked
            ? 'Find out the size'
            : planning.kind === 'failed'
              ? 'Try again'
              : `Keep ${countOf(planned?.job.total ?? count, 'post')}`}
        </button>
        <button type="button" className="button quiet" onClick={onClose}>
          Cancel
        </button>
      </div>
    </>
  );
}

function Size({ planning, count }: { planning: Planning; count: number }) {
  switch (planning.kind) {
    case 'asks':
      return <p>Your browser is set to save data. Finding out the size loads the texts of these posts, no pictures.</p>;
    case 'planning':
      return <p>Finding out how large that is…</p>;
    case 'failed':
      return <p>The list could not be read. It needs the network.</p>;
    case 'not stored':
      return <p>This device has no room to begin.</p>;
    default: {
      const { job, bytes, unknownImages, unknownTexts, excess } = planning.plan;
      if (job.total === 0) return <p>Everything in this list is kept already.</p>;
      const isWhole = unknownImages + unknownTexts === 0;
      return (
        <>
          <p>
            {countOf(job.total, 'post')}, {isWhole ? 'about' : 'at least'} {formatBytes(bytes)}.
            {job.total < count && ' The list has no more that are not kept.'}
          </p>
          {!isWhole && (
            <p>
              Of unknown size:{' '}
              {[
                unknownImages > 0 && `${countOf(unknownImages, 'picture')} of other sites`,
                unknownTexts > 0 && countOf(unknownTexts, 'text'),
              ]
                .filter(Boolean)
                .join(', ')}
              .
            </p>
          )}
          {excess > 0 && <p>This device may not have room for all of it. What fits will be kept.</p>}
          {isDataSaved() && <p>Your browser is set to save data. Load that much now?</p>}
        </>
      );
    }
  }
}
