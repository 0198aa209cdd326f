import { useMemo } from 'react';
import { type ListedPost, readingMinutes } from '../text/reading-minutes.ts';

export function ReadingTime({ post }: { post: Pick<ListedPost, 'content' | 'minutes'> }) {
  const minutes = useMemo(() => readingMinutes(post), [post]);
  return minutes !== undefined && <span>{`${minutes} min read`}</span>;
}
