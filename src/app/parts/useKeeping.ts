import { useState } from 'react';
import type { Post } from '../../contract/posts.ts';
import { keepPost, removePassing, stopKeeping } from '../../data/copies/kept.ts';
import { look } from '../../data/here.ts';
import { askForPersistence } from '../../data/persistence.ts';

/** What a reader does with what lies on the device, one thing at a time. */
export function useKeeping() {
  const [progress, setProgress] = useState<'idle' | 'busy' | 'failed'>('idle');

  const run = async (work: () => Promise<void>) => {
    if (progress === 'busy') return;
    setProgress('busy');
    try {
      await work();
      setProgress('idle');
    } catch (error) {
      console.error('What this device keeps could not be changed.', error);
      setProgress('failed');
    }
    await look();
  };

  return {
    progress,
    keep: (post: Post) => {
      void askForPersistence();
      return run(() => keepPost(post));
    },
    letGo: (post: Post) => run(() => stopKeeping(post)),
    removePassing: () => run(removePassing),
  };
}
