import { createContext, use } from 'react';

/** Provided by `HydrationProvider`. A component without a provider is not part of a rendered page. */
export const IsHydratedContext = createContext(true);

/** Returns `false` on the server and during hydration, when nothing is known about the reader yet, and then `true`. */
export const useIsHydrated = (): boolean => use(IsHydratedContext);
