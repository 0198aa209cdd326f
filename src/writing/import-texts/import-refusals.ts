import { isHTTPError } from 'ky';
import type { ProblemCode } from '../../contract/problems.ts';
import { isQuotaExceeded } from '../../device/storage/quota.ts';
import { reasonOf } from './found-writing.ts';
import { ServerFailure } from './until-answered.ts';

/**
 * How an import ended. `login expired`: the remaining posts need a new login. `suspended`: the account cannot write.
 * `no list`: the backend did not list the author's posts, so an import might have published a post twice.
 */
export type Ending = 'all' | 'login expired' | 'suspended' | 'no list';

/** Returns why no further text can be imported; `undefined` if the error concerns one text alone. */
export function endingOf(error: unknown): Exclude<Ending, 'all'> | undefined {
  if (!isHTTPError(error)) return undefined;
  const { code }: { code?: ProblemCode } = Object(error.data);
  if (code === 'account_suspended') return 'suspended';
  return error.response.status === 401 ? 'login expired' : undefined;
}

/** Returns why one text was not imported, shown to the author. */
export function refusalOf(error: unknown): string {
  if (isQuotaExceeded(error)) return 'This device has no room for it.';
  if (error instanceof ServerFailure) return `Skipped: server error ${error.status}.`;
  if (!isHTTPError(error)) return reasonOf(error);
  const { detail, title }: { detail?: unknown; title?: unknown } = Object(error.data);
  console.error('The backend has refused a text or one of its pictures; leaving out the text.', error);
  return `The server refused it: ${[detail, title].find((words) => typeof words === 'string') ?? error.response.status}.`;
}
