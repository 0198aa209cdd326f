import { useEffect, useState } from 'react';
import { type PendingImages, readPendingImages } from '../../writing/pictures/pending-images.ts';
import { shownWriting } from '../../writing/record/shown-writing.ts';
import { useObservable } from './useObservable.ts';

/** The images of what waits, by the record's id; empty until they are read. */
export function usePendingImages(): ReadonlyMap<string, PendingImages> {
  const shown = useObservable(shownWriting);
  const [pending, setPending] = useState<ReadonlyMap<string, PendingImages>>(new Map());
  useEffect(() => {
    let isCurrent = true;
    readPendingImages(shown.map(({ record }) => record)).then(
      (read) => isCurrent && setPending(read),
      (error) => console.error('Could not read which pictures wait; what waits is shown without them.', error),
    );
    return () => {
      isCurrent = false;
    };
  }, [shown]);
  return pending;
}
