import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { HydrationContext, type HydrationData } from '../hooks/HydrationContext.ts';
import { IsHydratedContext } from '../hooks/useIsHydrated.ts';

interface HydrationProviderProps {
  answers: HydrationData;
  /** Whether the page came rendered, or is being rendered on the server. */
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
    // In a task of its own: the browser loads how dates are written here, which takes a phone some 40 ms.
    setTimeout(() => {
      new Date().toLocaleDateString();
      // In slices: all of the page depends on it.
      startTransition(() => setIsHydrated(true));
    });
  }, []);
  return (
    <HydrationContext value={left || pathname !== first ? none : answers}>
      <IsHydratedContext value={isHydrated}>{children}</IsHydratedContext>
    </HydrationContext>
  );
}
