import { isHTTPError } from 'ky';
import type { ProblemCode } from '../../contract/problems.ts';
import { isQuotaExceeded } from '../../device/storage/quota.ts';
import { reasonOf } from './found-writing.ts';
import { ServerFailure } from './until-answered.ts';

/**
 * `login expired`: the other posts can be brought in after a login. `suspended`: the account may not write. `no list`: the
 * backend does not list its posts, so that a post might be published twice.
 */
export type Ending = 'all' | 'login expired' | 'suspended' | 'no list';

/** Returns why no further text can be brought in; `undefined` if the error concerns one text alone. */
export function endingOf(error: unknown): Exclude<Ending, 'all'> | undefined {
  if (!isHTTPError(error)) return undefined;
  const { code }: { code?: ProblemCode } = Object(error.data);
  if (code === 'account_suspended') return 'suspended';
  return error.response.status === 401 ? 'login expired' : undefined;
}

/** Returns the backend's reason, shown to the author. */
export function refusalOf(error: unknown): string {
  if (isQuotaExceeded(error)) return 'This device has no room for it.';
  if (error instanceof ServerFailure) return `Skipped: the server failed at it (error ${error.status}).`;
  if (!isHTTPError(error)) return reasonOf(error);
  const { detail, title }: { detail?: unknown; title?: unknown } = Object(error.data);
  console.error('The backend has refused a text or a picture of it.', error);
  return `The server has refused it: ${[detail, title].find((words) => typeof words === 'string') ?? error.response.status}.`;
}
