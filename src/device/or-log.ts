/** Resolves to the work's result. If the work fails, logs the error and resolves to `undefined`. */
export async function orLog<T>(message: string, work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    console.error(message, error);
    return undefined;
  }
}
