import { createContext, use } from 'react';

/** Provided by `HydrationProvider`. A component without a provider is not server-rendered, so the default is `true`. */
export const IsHydratedContext = createContext(true);

/** Returns `false` on the server and during hydration, when nothing is known about the reader yet, and then `true`. */
export const useIsHydrated = (): boolean => use(IsHydratedContext);
