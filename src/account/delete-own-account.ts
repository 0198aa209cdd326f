import type { Credentials } from '../contract/accounts.ts';
import { forgetAccount } from './forget-account.ts';
import { deleteAccount } from './own-account-calls.ts';

/**
 * Deletes the account on the server and on this device. Also succeeds if an earlier call, whose answer was lost, has
 * deleted the account. Rejects if the call fails or if `forgetAccount` rejects.
 */
export async function deleteOwnAccount(login: Credentials, password: string): Promise<void> {
  await deleteAccount(login.token, password);
  await forgetAccount(login);
}
