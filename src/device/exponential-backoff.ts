/**
 * Returns the pause before the next attempt, in milliseconds. It doubles with each retry up to `maxMs`. With jitter,
 * devices that lost the network at the same time do not all retry at once.
 *
 * @param retries number of earlier retries; 0 gives `firstMs`.
 * @param jitter the largest random change of a pause, as a fraction of the pause; 0 for no change.
 * @param random from 0 to 1.
 */
export function exponentialBackoffMs(
  retries: number,
  { firstMs, maxMs, jitter }: { firstMs: number; maxMs: number; jitter: number },
  random = Math.random(),
): number {
  return Math.min(firstMs * 2 ** retries, maxMs) * (1 + jitter * (2 * random - 1));
}
