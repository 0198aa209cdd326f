import { isHTTPError } from 'ky';
import * as v from 'valibot';
import {
  type ListedSession,
  newNameSchema,
  type RecoveryCodesLeft,
  recoveryCodesLeftSchema,
  recoveryCodesSchema,
  sessionSchema,
} from '../contract/account-calls.ts';
import { accountPaths } from '../contract/account-paths.ts';
import { type Credentials, credentialsSchema } from '../contract/accounts.ts';
import type { ProblemCode } from '../contract/problems.ts';
import { client } from '../device/calls/client.ts';
import { connection } from '../device/calls/connection.ts';

/*
 * Calls about the user's own account, which only our own backend supports. They reject with the errors of `client`,
 * which `accountFailureOf` classifies.
 */

/** The worker never answers these calls from a cache, so any answer shows that the backend is reachable. */
export const accountClient = client.extend({
  redirect: 'manual',
  cache: 'no-store',
  hooks: { afterResponse: [() => connection.set('reachable')] },
});

export const by = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

export const isRefusal = (error: unknown, code: ProblemCode): boolean =>
  isHTTPError(error) && Object(error.data).code === code;

/** Returns a `catch` handler for removals. It ignores a refusal with `code`: the item is already gone. */
export const unlessRefused = (code: ProblemCode) => (error: unknown) => {
  if (!isRefusal(error, code)) throw error;
};

/** Changes the author's name. Returns the stored name. */
export async function changeName(token: string, name: string): Promise<string> {
  return (await accountClient.put(accountPaths.name, { ...by(token), json: { name } }).json(newNameSchema)).name;
}

/**
 * Changes the password, which ends every session, this one too.
 *
 * @returns the login of the new session
 */
export function changePassword(token: string, password: string, newPassword: string): Promise<Credentials> {
  const json = { password, newPassword };
  return accountClient.put(accountPaths.password, { ...by(token), json }).json(credentialsSchema);
}

/** Lists the account's sessions, most recently used first. */
export function getSessions(token: string): Promise<ListedSession[]> {
  return accountClient.get(accountPaths.sessions, by(token)).json(v.array(sessionSchema));
}

export async function endSessionThere(token: string, id: string): Promise<void> {
  await accountClient.delete(accountPaths.session(id), by(token)).catch(unlessRefused('session_not_found'));
}

/** Ends every session, this one too. */
export async function endAllSessions(token: string): Promise<void> {
  await accountClient.delete(accountPaths.sessions, by(token));
}

/** Returns how many recovery codes are left. The server cannot show the codes again. */
export function getRecoveryCodes(token: string): Promise<RecoveryCodesLeft> {
  return accountClient.get(accountPaths.recoveryCodes, by(token)).json(recoveryCodesLeftSchema);
}

/** Makes new recovery codes, which replace all earlier ones, and returns them. */
export async function makeRecoveryCodes(token: string, password: string): Promise<string[]> {
  const answer = accountClient.post(accountPaths.recoveryCodes, { ...by(token), json: { password } });
  return (await answer.json(recoveryCodesSchema)).codes;
}

/** Deletes the account on the server. Also succeeds if an earlier call, whose answer was lost, has deleted it. */
export async function deleteAccount(token: string, password: string): Promise<void> {
  const answer = accountClient.post(accountPaths.deleteAccount, { ...by(token), json: { password } });
  await answer.catch(unlessRefused('account_deleted'));
}
