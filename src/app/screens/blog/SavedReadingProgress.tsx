import { useEffect, useState } from 'react';
import { timeouts } from '../../../device/timeouts.ts';
import { findLastRead, recordProgress } from '../../../reading/store/last-read.ts';
import { authorOf, session } from '../../../session/session.ts';
import { QuietButton } from '../../components/QuietButton.tsx';

/** Fractions of the scrollable height. Below `from` nothing has been read yet, above `to` everything has. */
const savedRange = { from: 0.08, to: 0.92 } as const;

/** Saves the reading progress, and offers to continue reading from there. Scrolls only if the reader accepts. */
export function SavedReadingProgress({ id }: { id: string }) {
  const [offered, setOffered] = useState<number>();
  useEffect(() => {
    const fraction = () => scrollY / Math.max(1, document.documentElement.scrollHeight - innerHeight);
    findLastRead(id).then(
      // A reader who came back through the browser's history is already at the position, and gets no offer.
      (last) => fraction() < savedRange.from && setOffered(last.fraction),
      (error) => console.error('Could not read the reading progress; continuing is not offered.', error),
    );
    let timer: ReturnType<typeof setTimeout> | undefined;
    let reader = authorOf(session.get());
    const save = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      // After a logout in any tab, progress must not be stored, because the next user would see it.
      if (reader !== authorOf(session.get())) return;
      const now = fraction();
      if (now < savedRange.from) return;
      const recorded = recordProgress(id, now > savedRange.to ? undefined : now);
      recorded.catch((error) => console.error('Could not save the reading progress.', error));
    };
    const saveSoon = () => {
      if (fraction() >= savedRange.from) setOffered(undefined);
      reader = authorOf(session.get()) ?? reader;
      timer ??= setTimeout(save, timeouts.progressDelayMs);
    };
    // The reader may have scrolled before this component was loaded.
    if (fraction() >= savedRange.from) saveSoon();
    addEventListener('scroll', saveSoon, { passive: true });
    addEventListener('pagehide', save);
    return () => {
      removeEventListener('scroll', saveSoon);
      removeEventListener('pagehide', save);
      clearTimeout(timer);
    };
  }, [id]);

  if (offered === undefined) return null;
  const goOn = () => {
    const top = offered * (document.documentElement.scrollHeight - innerHeight);
    scrollTo({ top, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth' });
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <div className="continue">
      <QuietButton onClick={goOn}>Continue where you stopped</QuietButton>
    </div>
  );
}
