import { useMemo } from 'react';
import { type ListedPost, readingMinutes } from './readingMinutes.ts';

export function ReadingTime({ post }: { post: ListedPost }) {
  const minutes = useMemo(() => readingMinutes(post), [post]);
  return minutes !== undefined && <span className="reading-time">{`${minutes} min read`}</span>;
}
