import { loadable } from '../../../device/loadable.ts';

/** The results of the search and the code that prepares them, loaded at the first search. */
export const search = loadable(() => import('./SearchResults.tsx'));

/** Loads the code of the search and passes it to `use`, before any results are shown. */
export const withSearch = (use: Parameters<typeof search.use>[0]): void =>
  search.use(use, (error) => console.error('Could not preload the search.', error));
