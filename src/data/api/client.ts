import ky, { isHTTPError, isNetworkError } from 'ky';
import { connection } from '../connection.ts';
import { host } from '../host.ts';
import { isWebPage } from '../web-page.ts';

/** The answer looked like success and cannot be one: a captive portal's page, say. Counts as no answer. */
export class ForeignAnswer extends Error {
  override name = 'ForeignAnswer';
}

/**
 * How all calls go out: no timeout and no retries of ky's own (specification, section 7). Rejects with ky's `HTTPError`,
 * `NetworkError` and `SchemaValidationError`, and with `ForeignAnswer`.
 */
export const client = ky.create({
  prefix: host,
  timeout: false,
  retry: 0,
  hooks: {
    afterResponse: [
      ({ request, response }) => {
        if ((response.ok || response.status === 404) && isWebPage(response)) {
          throw new ForeignAnswer(`${request.method} ${new URL(request.url).pathname} was answered with a web page`);
        }
        // A GET may have been answered from a copy, which says nothing about the network; the worker tells of those.
        if (request.method !== 'GET' || !navigator.serviceWorker?.controller) connection.set('reachable');
      },
    ],
    beforeError: [
      ({ error }) => {
        if (isNetworkError(error)) connection.set('away');
        return error;
      },
    ],
  },
});

/**
 * `refused`: the backend has decided against the call (4xx). `unanswered`: it has not decided, and the same call may
 * well succeed later (no network, connection lost, 408, 429, 5xx, an answer that isn't the backend's).
 */
export type Failure = 'refused' | 'unanswered';

export function failureOf(error: unknown): Failure {
  if (!isHTTPError(error)) return 'unanswered';
  const { status } = error.response;
  return status >= 400 && status < 500 && status !== 408 && status !== 429 ? 'refused' : 'unanswered';
}
