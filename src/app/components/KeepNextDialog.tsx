import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { readPinningJob } from '../../data/pin-next/pinning-job.ts';
import { pinningProgress } from '../../data/pin-next/pinning-progress.ts';
import { runPinningJob, stopPinning } from '../../data/pin-next/run-pinning-job.ts';
import { timeouts } from '../../data/timeouts.ts';
import { resultWithin, withTimeout } from '../../data/with-timeout.ts';
import { useObservable } from '../hooks/useObservable.ts';
import { KeepNextForm } from './KeepNextForm.tsx';
import { KeepNextProgress } from './KeepNextProgress.tsx';
import '../styles/keep-next.css';

interface KeepNextDialogProps {
  path: string;
  onClose: () => void;
}

/** Asks how many posts of a list are to be kept, says how large they are, and shows how far that is. */
export function KeepNextDialog({ path, onClose }: KeepNextDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const [storage, setStorage] = useState<'unknown' | 'usable' | 'forbidden'>('unknown');
  const progress = useObservable(pinningProgress);

  const begin = useEffectEvent(async () => {
    try {
      if (!(await isControlled())) return setStorage('forbidden');
      const job = await withTimeout(timeouts.deviceTimeoutMs, readPinningJob());
      // Another tab may have begun it, or ended it.
      if (job && job.state.kind !== 'done') await Promise.race([runPinningJob({ isResumed: true }), shown()]);
      else if (pinningProgress.get().kind !== 'none') await stopPinning();
      setStorage('usable');
    } catch (error) {
      console.error('This device stores nothing; no posts can be kept.', error);
      setStorage('forbidden');
    }
  });
  useEffect(() => {
    dialog.current?.showModal();
    void begin();
  }, []);
  const isChoosing = progress.kind === 'none';
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was focused is gone when the other part is shown.
  useEffect(() => title.current?.focus(), [isChoosing]);

  const close = () => dialog.current?.close();
  const leave = () => {
    if (progress.kind === 'done') void stopPinning();
    onClose();
  };
  return (
    <dialog className="dialog keep-next-dialog" ref={dialog} aria-labelledby={id} onClose={leave}>
      <h2 id={id} ref={title} tabIndex={-1}>
        Keep the next ones
      </h2>
      {storage === 'unknown' && <p role="status">One moment…</p>}
      {storage === 'forbidden' && <p role="alert">This browser keeps nothing here to read without a network.</p>}
      {storage === 'usable' && isChoosing && <KeepNextForm path={path} onClose={close} />}
      {storage === 'usable' && progress.kind !== 'none' && <KeepNextProgress progress={progress} onClose={close} />}
      {storage !== 'usable' && (
        <div className="form-actions">
          <button type="button" className="button quiet" onClick={close}>
            Close
          </button>
        </div>
      )}
    </dialog>
  );
}

/** Whether a worker serves this page; on a first visit it may come soon. */
async function isControlled(): Promise<boolean> {
  const container = navigator.serviceWorker;
  if (!container || container.controller) return Boolean(container);
  const { promise, resolve } = Promise.withResolvers<true>();
  container.addEventListener('controllerchange', () => resolve(true), { once: true });
  return (await resultWithin(timeouts.takeOverTimeoutMs, promise)) ?? false;
}

/** Resolves when it is known how far the job is. */
function shown(): Promise<void> {
  if (pinningProgress.get().kind !== 'none') return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const leave = pinningProgress.subscribe(() => {
    leave();
    resolve();
  });
  return promise;
}
