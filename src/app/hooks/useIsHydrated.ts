import { createContext, use } from 'react';

/** Provided by `HydrationProvider`; a component without one is not part of a rendered page. */
export const IsHydratedContext = createContext(true);

/** False on the server and during hydration, when nothing is known about the reader yet; true from then on. */
export const useIsHydrated = (): boolean => use(IsHydratedContext);
