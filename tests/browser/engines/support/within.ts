/**
 * Calls `ask` every 50 ms until it returns a value. Throws after `ms`. Ignores errors of `ask`, because a page that is
 * navigating cannot run scripts.
 */
export async function within<T>(ms: number, what: string, ask: () => Promise<T | undefined>): Promise<T> {
  let cause: unknown;
  for (const started = performance.now(); performance.now() - started < ms; ) {
    try {
      const answer = await ask();
      if (answer !== undefined) return answer;
    } catch (error) {
      cause = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`In ${ms} ms there was no ${what}`, { cause });
}
