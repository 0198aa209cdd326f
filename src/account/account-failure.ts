import { isHTTPError } from 'ky';
import type { ProblemCode } from '../contract/problems.ts';
import { retryAfterMs } from '../device/calls/retry-after.ts';

/**
 * Why a call about an account has failed. `wrong secret`: the password, the code, the link or the passkey is wrong.
 * `invalid`: the backend rejects a field's content. `unanswered`: the call may or may not have taken effect.
 */
export type AccountFailure =
  | { kind: 'login expired' }
  | { kind: 'wrong secret' }
  | { kind: 'suspended' }
  | { kind: 'deleted' }
  | { kind: 'too many attempts' /** 0 if the backend has not said. */; waitSeconds: number }
  | { kind: 'invalid' }
  | { kind: 'refused' }
  | { kind: 'unanswered' };

const wrongSecrets: ProblemCode[] = [
  'wrong_credentials',
  'wrong_password',
  'wrong_code',
  'wrong_link',
  'wrong_passkey',
  'unknown_passkey',
];

export function accountFailureOf(error: unknown): AccountFailure {
  if (!isHTTPError(error)) return { kind: 'unanswered' };
  const { status, headers } = error.response;
  const { code }: { code?: ProblemCode } = Object(error.data);
  if (code && wrongSecrets.includes(code)) return { kind: 'wrong secret' };
  if (code === 'account_deleted') return { kind: 'deleted' };
  if (status === 401) return { kind: 'login expired' };
  if (status === 429) return { kind: 'too many attempts', waitSeconds: Math.ceil(retryAfterMs(headers) / 1000) };
  if (status === 408 || status >= 500) return { kind: 'unanswered' };
  if (code === 'account_suspended') return { kind: 'suspended' };
  return { kind: code === 'invalid_field' ? 'invalid' : 'refused' };
}
