import type { Recovery, Reset } from '../contract/account-calls.ts';
import { accountPaths } from '../contract/account-paths.ts';
import { writingClient } from '../device/calls/client.ts';

/** Sets a new password by a recovery code. Only our own backend supports this call and `resetByLink`. */
export async function resetByRecoveryCode(json: Recovery): Promise<void> {
  await writingClient.post(accountPaths.recover, { json });
}

/** Sets a new password by the secret of an operator's link. */
export async function resetByLink(json: Reset): Promise<void> {
  await writingClient.post(accountPaths.reset, { json });
}
