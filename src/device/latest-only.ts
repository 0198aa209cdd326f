/**
 * Returns functions that tell whether a request is the latest of several overlapping requests, so that the answer of an
 * earlier request can be ignored.
 */
export function createLatestOnly() {
  let latest = 0;
  /** Joins the latest request. Returns a function that tells whether that request is still the latest. */
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
