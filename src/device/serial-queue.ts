/** Returns a function that runs tasks one after the other, in the order of the calls, even if one fails. */
export function createSerialQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = Promise.allSettled([mine]);
    return mine;
  };
}
