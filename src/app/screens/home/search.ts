import { loadable } from '../../../device/loadable.ts';

/** The module that searches and shows the results, loaded at the first search. */
export const search = loadable(() => import('./SearchResults.tsx'));

/** Calls `use` with the module of the search, once it has loaded. Shows nothing. */
export const withSearch = (use: Parameters<typeof search.use>[0]): void =>
  search.use(use, (error) => console.error('Could not preload the search.', error));
