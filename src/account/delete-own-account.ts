import type { Credentials } from '../contract/accounts.ts';
import { forgetAccount } from './forget-account.ts';
import { deleteAccount } from './own-account-calls.ts';

/**
 * Deletes the account on the server and on this device. An account that is deleted already, by a call whose answer was
 * lost, counts as deleted now. Rejects as the call does, and as `forgetAccount`.
 */
export async function deleteOwnAccount(login: Credentials, password: string): Promise<void> {
  await deleteAccount(login.token, password);
  await forgetAccount(login);
}
