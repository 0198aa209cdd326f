import { useEffect, useState } from 'react';
import { dropPlace, findPlace, keepPlace } from '../../../data/places.ts';
import { spans } from '../../../data/storage.ts';

/** Of the post's height: before, nothing has been read yet; after, all of it has. */
const worthKeeping = { from: 0.08, to: 0.92 } as const;

/** Remembers how far the reader came, and offers to go on from there; it never jumps by itself. */
export function ContinueReading({ id }: { id: string }) {
  const [offered, setOffered] = useState<number>();
  useEffect(() => {
    const fraction = () => scrollY / Math.max(1, document.documentElement.scrollHeight - innerHeight);
    const attempt = (work: Promise<void>) =>
      work.catch((error) => console.error('How far this was read could not be kept.', error));
    findPlace(id).then(
      // Whoever came back by the browser's own history is there already.
      (place) => place && fraction() < worthKeeping.from && setOffered(place.fraction),
      (error) => console.error('How far this was read could not be looked up.', error),
    );
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      clearTimeout(timer);
      timer = undefined;
      const now = fraction();
      if (now > worthKeeping.to) void attempt(dropPlace(id));
      else if (now >= worthKeeping.from) void attempt(keepPlace({ id, fraction: now, at: Date.now() }));
    };
    const moved = () => {
      if (fraction() >= worthKeeping.from) setOffered(undefined);
      timer ??= setTimeout(keep, spans.place);
    };
    addEventListener('scroll', moved, { passive: true });
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('scroll', moved);
      removeEventListener('pagehide', keep);
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
      <button type="button" className="button quiet" onClick={goOn}>
        Continue where you stopped
      </button>
    </div>
  );
}
