/** What Vitest's `expect` would say, where there is no Vitest: in a page of any browser. */
const shown = (value: unknown): string => (value === undefined ? 'undefined' : JSON.stringify(value));

/**
 * Compares what both are as JSON, as what comes from another page has other prototypes.
 *
 * @throws Error if they differ
 */
export function equal(actual: unknown, expected: unknown, what = 'It'): void {
  if (shown(actual) !== shown(expected)) throw new Error(`${what} is ${shown(actual)} and not ${shown(expected)}`);
}

const nameOf = (error: unknown): string => String((error as { name?: unknown } | undefined)?.name ?? error);

/** The name of what is thrown at once. */
export function thrownBy(work: () => unknown): string {
  try {
    work();
    return 'nothing';
  } catch (error) {
    return nameOf(error);
  }
}

/** The name of what the promise rejects with; an error that is thrown instead of it goes on. */
export async function rejectionOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(() => 'nothing', nameOf);
}
