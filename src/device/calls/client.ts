import ky, { isHTTPError, isNetworkError } from 'ky';
import type { ProblemCode } from '../../contract/problems.ts';
import { createObservable } from '../observable.ts';
import { answeredAtHeader } from './answered-at.ts';
import { connection } from './connection.ts';
import { host } from './host.ts';
import { isWebPage } from './is-web-page.ts';

/** Thrown if a captive portal or gateway answers with a web page, or redirects a write. The call is then unanswered. */
export class ForeignAnswer extends Error {
  override name = 'ForeignAnswer';
}

/** The `Authorization` of the last call that our own backend refused because the caller's account is deleted. */
export const deletedLogin = createObservable<string | null>(null);

const accountDeleted: ProblemCode = 'account_deleted';

/**
 * Makes all calls, without ky's timeout and retries (specification, section 7). Calls reject with ky's `HTTPError`,
 * `NetworkError` and `SchemaValidationError`, and with `ForeignAnswer`.
 */
export const client = ky.create({
  prefix: host,
  timeout: false,
  retry: 0,
  hooks: {
    afterResponse: [
      ({ request, response }) => {
        if (request.method !== 'GET' && isRedirected(response)) {
          throw new ForeignAnswer(`${request.method} ${new URL(request.url).pathname} was redirected`);
        }
        if ((response.ok || response.status === 404) && isWebPage(response)) {
          throw new ForeignAnswer(`${request.method} ${new URL(request.url).pathname} was answered with a web page`);
        }
        // An answer from the device says nothing about the network. A controlling worker reports on the network itself.
        const isFromDevice = response.headers.has(answeredAtHeader);
        if (request.method !== 'GET' || !(isFromDevice || navigator.serviceWorker?.controller))
          connection.set('reachable');
      },
    ],
    beforeError: [
      ({ error, request }) => {
        if (isNetworkError(error)) connection.set('away');
        if (isHTTPError(error) && Object(error.data).code === accountDeleted)
          deletedLogin.set(request.headers.get('Authorization'));
        return error;
      },
    ],
  },
});

/**
 * Makes all calls that write. It does not follow redirects: after 301, 302 and 303, `fetch` would request the new
 * address with GET. The 200 of a login page or a list would then look as if the backend had accepted the body.
 */
export const writingClient = client.extend({ redirect: 'manual' });

/**
 * Browsers report a redirect that was not followed as `opaqueredirect`, without its status; Node reports the status.
 */
function isRedirected({ type, status, redirected, headers }: Response): boolean {
  return type === 'opaqueredirect' || redirected || (status >= 300 && status < 400 && headers.has('Location'));
}

/**
 * `refused`: the backend has rejected the call (4xx). `unanswered`: the backend has not decided, and the same call may
 * succeed later (no network, connection lost, 408, 429, 5xx, an answer of a captive portal or gateway).
 */
export type Failure = 'refused' | 'unanswered';

export function failureOf(error: unknown): Failure {
  if (!isHTTPError(error)) return 'unanswered';
  const { status } = error.response;
  return status >= 400 && status < 500 && status !== 408 && status !== 429 ? 'refused' : 'unanswered';
}
