import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { nextTask } from '../../device/next-task.ts';
import { HydrationContext, type HydrationData } from '../hooks/HydrationContext.ts';
import { IsHydratedContext } from '../hooks/useIsHydrated.ts';

interface HydrationProviderProps {
  answers: HydrationData;
  /** Whether the server has rendered the page, or is rendering it now. */
  isRendered: boolean;
  children: ReactNode;
}

const none: HydrationData = {};

/** Provides the hydration data to the first screen only: a reader who comes back to it later wants newer data. */
export function HydrationProvider({ answers, isRendered, children }: HydrationProviderProps) {
  const { pathname } = useLocation();
  const [first] = useState(pathname);
  const [left, setLeft] = useState(false);
  if (pathname !== first && !left) setLeft(true);
  const [isHydrated, setIsHydrated] = useState(!isRendered);
  useEffect(() => {
    // The whole page depends on this value; in a transition, React renders it in slices.
    void loadDateFormat().then(() => startTransition(() => setIsHydrated(true)));
  }, []);
  return (
    <HydrationContext value={left || pathname !== first ? none : answers}>
      <IsHydratedContext value={isHydrated}>{children}</IsHydratedContext>
    </HydrationContext>
  );
}

/**
 * Makes the browser load its data for formatting dates, if the page shows any. That takes a phone some 90 ms, so each third runs
 * in a task of its own.
 */
async function loadDateFormat(): Promise<void> {
  await nextTask();
  if (!document.querySelector('time')) return;
  new Intl.Locale('en').maximize();
  await nextTask();
  new Intl.NumberFormat();
  await nextTask();
  new Date().toLocaleDateString();
}
