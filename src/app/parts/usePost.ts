import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { callPaths } from '../../contract/paths.ts';
import type { Post } from '../../contract/posts.ts';
import type { Freshness } from '../../data/api/blog.ts';
import { blogCalls } from '../../data/calls.ts';
import { callUrl } from '../../data/host.ts';
import { onCopyChanged, showAnswer } from '../../data/worker.ts';
import { FirstAnswersContext } from './FirstAnswers.ts';
import { useAskAgain } from './useAskAgain.ts';

type Reading = { state: 'loading' } | { state: 'failed' } | { state: 'loaded'; post: Post };

/** One post, first from the device and then in its newest state. A failure leaves on screen what is there. */
export function usePost(id: string): Reading {
  const { post: first } = useContext(FirstAnswersContext);
  const [reading, setReading] = useState<Reading>(
    first?._id === id ? { state: 'loaded', post: first } : { state: 'loading' },
  );
  const latest = useRef(0);

  const ask = async (freshness: Freshness) => {
    latest.current += 1;
    const turn = latest.current;
    try {
      const { getPost } = await blogCalls();
      const post = await getPost(id, freshness);
      if (turn === latest.current) setReading({ state: 'loaded', post });
    } catch (error) {
      console.error('The post could not be read.', error);
      if (turn === latest.current) setReading((now) => (now.state === 'loaded' ? now : { state: 'failed' }));
    }
  };

  const askAtStart = useEffectEvent(() => reading.state === 'loading' && void ask('newest'));
  const askForCopy = useEffectEvent(() => void ask('kept'));
  useEffect(() => {
    askAtStart();
    const url = callUrl(callPaths.post(id));
    return onCopyChanged((changed) => changed === url && askForCopy());
  }, [id]);
  const isShown = reading.state === 'loaded';
  useEffect(() => (isShown ? showAnswer(callUrl(callPaths.post(id))) : undefined), [id, isShown]);
  useAskAgain(() => void ask('newest'), reading.state === 'failed');
  return reading;
}
