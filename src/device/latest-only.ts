/**
 * Returns functions that tell whether a request is the latest of those that overlap, so that the answer of an earlier one
 * can be ignored.
 */
export function createLatestOnly() {
  let latest = 0;
  /** Returns a function that tells whether no later request has begun than the latest at this moment. */
  const join = () => {
    const mine = latest;
    return () => mine === latest;
  };
  /** Call it when a request begins. Returns the same kind of function for this request. */
  const begin = () => {
    latest += 1;
    return join();
  };
  return { begin, join };
}
