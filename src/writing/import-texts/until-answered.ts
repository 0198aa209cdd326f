import { isHTTPError } from 'ky';
import { failureOf } from '../../device/calls/client.ts';
import { retryAfterMs } from '../../device/calls/retry-after.ts';
import { exponentialBackoffMs } from '../../device/exponential-backoff.ts';
import { timeouts } from '../../device/timeouts.ts';

/** Why an import pauses, and until when, in milliseconds since the epoch. */
export interface Pause {
  kind: 'hourly share' | 'no answer';
  until: number;
}

/** Thrown when the server has failed at the same call (5xx) `mostFailures` times. */
export class ServerFailure extends Error {
  override name = 'ServerFailure';
  readonly status: number;
  constructor(status: number, options: ErrorOptions) {
    super(`The server fails (${status})`, options);
    this.status = status;
  }
}

/** The number of 5xx responses after which `untilAnswered` throws. A restarting server causes fewer. */
const mostFailures = 10;

const backoff = { firstMs: timeouts.firstRetryMs, maxMs: timeouts.maxRetryMs, jitter: 0.2 };

/**
 * Repeats an idempotent call until the backend accepts or refuses it. Tries again after growing pauses, or when the
 * browser goes online. If the backend sends `Retry-After`, waits at least that long.
 *
 * @param timeoutMs until the signal passed to `call` aborts
 * @throws HTTPError if the backend refuses; ServerFailure after `mostFailures` 5xx responses; the signal's reason
 */
export async function untilAnswered<T>(
  call: (signal: AbortSignal) => Promise<T>,
  timeoutMs: number,
  { signal, onPause }: { signal: AbortSignal; onPause(pause: Pause | undefined): void },
): Promise<T> {
  let failures = 0;
  for (let tries = 0; ; tries += 1) {
    signal.throwIfAborted();
    try {
      return await call(AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
    } catch (error) {
      signal.throwIfAborted();
      if (failureOf(error) === 'refused') throw error;
      const status = isHTTPError(error) ? error.response.status : 0;
      if (status >= 500) failures += 1;
      if (failures === mostFailures) throw new ServerFailure(status, { cause: error });
      const asked = isHTTPError(error) ? retryAfterMs(error.response.headers) : 0;
      const isShare = status === 429;
      const ms = Math.max(asked, exponentialBackoffMs(tries, backoff));
      onPause({ kind: isShare ? 'hourly share' : 'no answer', until: Date.now() + ms });
      await pause(ms, signal, asked === 0);
      onPause(undefined);
    }
  }
}

/** @param isCutShort whether the pause ends when the browser goes online. */
function pause(ms: number, signal: AbortSignal, isCutShort: boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const over = new AbortController();
  const end = () => {
    clearTimeout(timer);
    over.abort();
    resolve();
  };
  const timer = setTimeout(end, ms);
  signal.addEventListener('abort', end, { signal: over.signal });
  if (isCutShort) addEventListener('online', end, { signal: over.signal });
  return promise;
}
