import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { HydrationContext, type HydrationData } from '../hooks/HydrationContext.ts';

const none: HydrationData = {};

/** Provides the hydration data to the first screen only: a reader who comes back to it later wants newer data. */
export function HydrationProvider({ answers, children }: { answers: HydrationData; children: ReactNode }) {
  const { pathname } = useLocation();
  const [first] = useState(pathname);
  const [left, setLeft] = useState(false);
  if (pathname !== first && !left) setLeft(true);
  return <HydrationContext value={left || pathname !== first ? none : answers}>{children}</HydrationContext>;
}
