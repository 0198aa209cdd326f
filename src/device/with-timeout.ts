/** Resolves to the work's result, or to `undefined` after a timeout. The work itself goes on. */
export async function resultWithin<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Resolves to the work's result, or rejects after a timeout. The work itself goes on.
 *
 * @throws DOMException `TimeoutError` when the work takes longer.
 */
export async function withTimeout<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const boxed = work.then((result) => ({ result }));
  const done = await resultWithin(milliseconds, boxed);
  if (!done) throw new DOMException(`No answer within ${milliseconds} ms`, 'TimeoutError');
  return done.result;
}
