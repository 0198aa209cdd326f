import { loadable } from '../../../device/loadable.ts';

/** The search's results, and what prepares them: loaded when somebody first searches. */
export const search = loadable(() => import('./SearchResults.tsx'));

/** Loads the search, and uses it before its results are shown. */
export const withSearch = (use: Parameters<typeof search.use>[0]): void =>
  search.use(use, (error) => console.error('Could not preload the search.', error));
