import type { Database } from '../store/schema.ts';
import { unverifiableHash } from './passwords.ts';

/**
 * The people who may register: everybody (`open`), holders of an invitation (`invite`) or nobody (`closed`). `first`
 * allows everybody until the first account exists, and then holders of an invitation.
 */
export type RegistrationRule = 'open' | 'first' | 'invite' | 'closed';

const thisMachine = /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Returns the default rule. A site that strangers can reach is open only until the first account exists. */
export function usualRule(publicOrigin: string | undefined): RegistrationRule {
  return publicOrigin === undefined || thisMachine.test(new URL(publicOrigin).hostname) ? 'open' : 'first';
}

/** Returns the rule as it applies at the moment. */
export async function registrationNow(
  db: Database,
  rule: RegistrationRule,
): Promise<Exclude<RegistrationRule, 'first'>> {
  if (rule !== 'first') return rule;
  // The authors of samples and seeds, who can't log in, do not count.
  const accounts = db.selectFrom('users').select('id').where('password_hash', '!=', unverifiableHash).limit(1);
  return (await accounts.executeTakeFirst()) ? 'invite' : 'open';
}
