/**
 * Returns functions that tell whether a request is the latest of several overlapping requests, so that the answer of an
 * earlier request can be ignored.
 */
export function createLatestOnly() {
  let latest = 0;
  /** Continues the latest request. Returns a function that tells whether no other request has begun since. */
  const join = () => {
    const mine = latest;
    return () => mine === latest;
  };
  /** Begins a request. Returns a function that tells whether it is still the latest. */
  const begin = () => {
    latest += 1;
    return join();
  };
  return { begin, join };
}
