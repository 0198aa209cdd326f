/** Tells the latest of requests that overlap: the answer of an earlier one is ignored. */
export interface LatestOnly {
  /** Called when a request begins. @returns a function that tells whether no later one has begun since. */
  begin: () => () => boolean;
  /** The same for what belongs to the latest request, without beginning another. */
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
