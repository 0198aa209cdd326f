/** Resolves to the work's result, or to `undefined` if it fails, which is logged. */
export async function orLog<T>(message: string, work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    console.error(message, error);
    return undefined;
  }
}
