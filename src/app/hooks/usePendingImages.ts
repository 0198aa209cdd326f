import { useEffect, useState } from 'react';
import { outboxEntries } from '../../data/outbox/outbox-entries.ts';
import { type PendingImages, readPendingImages } from '../../data/outbox/pending-images.ts';
import { useObservable } from './useObservable.ts';

/** The images of this device's outbox entries, by the entry's id; empty until they are read. */
export function usePendingImages(): ReadonlyMap<string, PendingImages> {
  const entries = useObservable(outboxEntries);
  const [pending, setPending] = useState<ReadonlyMap<string, PendingImages>>(new Map());
  useEffect(() => {
    let isCurrent = true;
    readPendingImages(entries).then(
      (read) => isCurrent && setPending(read),
      (error) => console.error('Could not read which pictures wait; the outbox is shown without them.', error),
    );
    return () => {
      isCurrent = false;
    };
  }, [entries]);
  return pending;
}
