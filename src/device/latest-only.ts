/** Tells whether a request is the latest of those that overlap, so that the answer of an earlier one can be ignored. */
export interface LatestOnly {
  /** Call it when a request begins. Returns a function that tells whether no later request has begun since. */
  begin: () => () => boolean;
  /** Returns the same kind of function for the latest request, without beginning another request. */
  join: () => () => boolean;
}

export function createLatestOnly(): LatestOnly {
  let latest = 0;
  const join = () => {
    const mine = latest;
    return () => mine === latest;
  };
  const begin = () => {
    latest += 1;
    return join();
  };
  return { begin, join };
}
