// Replaces Vitest's `expect` in the cases, because Vitest does not run in a page.

const shown = (value: unknown): string => (value === undefined ? 'undefined' : JSON.stringify(value));

/**
 * Compares both values as JSON, because objects of another page have other prototypes.
 *
 * @throws Error if they differ
 */
export function equal(actual: unknown, expected: unknown, what = 'It'): void {
  if (shown(actual) !== shown(expected)) throw new Error(`${what} is ${shown(actual)} and not ${shown(expected)}`);
}

const nameOf = (error: unknown): string => String((error as { name?: unknown } | undefined)?.name ?? error);

/** Returns the name of the error that `work` throws synchronously, or 'nothing'. */
export function thrownBy(work: () => unknown): string {
  try {
    work();
    return 'nothing';
  } catch (error) {
    return nameOf(error);
  }
}

/** Expects that `work` throws an error of this name synchronously. */
export function throws(work: () => unknown, name: string): void {
  equal(thrownBy(work), name);
}

/** Returns the name of the error with which the promise rejects, or 'nothing'. */
export async function rejectionOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(() => 'nothing', nameOf);
}
