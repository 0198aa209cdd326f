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
    // Setting this value renders the whole page again. In a transition, React renders in slices.
    void loadDateFormat().then(() => startTransition(() => setIsHydrated(true)));
  }, []);
  return (
    <HydrationContext value={left || pathname !== first ? none : answers}>
      <IsHydratedContext value={isHydrated}>{children}</IsHydratedContext>
    </HydrationContext>
  );
}

/**
 * Makes the browser load its data for formatting dates, if the page shows any date. Works in three tasks, because a
 * phone needs some 90 ms in all.
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
