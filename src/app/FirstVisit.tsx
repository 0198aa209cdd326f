import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { type FirstAnswers, FirstAnswersContext } from './parts/FirstAnswers.ts';

const none: FirstAnswers = {};

/** Offers the answers of a rendered page to its first screen alone: whoever comes back to it later wants newer ones. */
export function FirstVisit({ answers, children }: { answers: FirstAnswers; children: ReactNode }) {
  const { pathname } = useLocation();
  const [first] = useState(pathname);
  const [left, setLeft] = useState(false);
  if (pathname !== first && !left) setLeft(true);
  return <FirstAnswersContext value={left || pathname !== first ? none : answers}>{children}</FirstAnswersContext>;
}
