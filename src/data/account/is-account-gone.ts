import { callPaths } from '../../contract/paths.ts';
import { client } from '../api/client.ts';
import { timeouts } from '../timeouts.ts';
import { isRefusal } from './passkey-calls.ts';

/**
 * Whether the server has deleted an account. One that is suspended keeps its posts: only one that was deleted is
 * unknown. Never rejects; without an answer the account is taken for a living one.
 */
export async function isAccountGone(userId: string): Promise<boolean> {
  const signal = AbortSignal.timeout(timeouts.lookupTimeoutMs);
  try {
    await client.get(callPaths.userPosts(userId), { cache: 'no-store', signal });
    return false;
  } catch (error) {
    if (isRefusal(error, 'user_not_found')) return true;
    console.info('Could not learn whether an account is gone; taking it for a living one.', error);
    return false;
  }
}
