import type { Database } from '../store/schema.ts';
import { unverifiableHash } from './passwords.ts';

/**
 * The people who may register: everybody (`open`), holders of an invitation (`invite`) or nobody (`closed`). `first`
 * allows everybody until the first account exists, and then holders of an invitation.
 */
export type RegistrationRule = 'open' | 'first' | 'invite' | 'closed';

/** The rule as it applies at the moment. */
export type RegistrationState = Exclude<RegistrationRule, 'first'>;

const thisMachine = /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Returns the default rule. A site that strangers can reach is open only until the first account exists. */
export function usualRule(publicOrigin: string | undefined): RegistrationRule {
  return publicOrigin === undefined || thisMachine.test(new URL(publicOrigin).hostname) ? 'open' : 'first';
}

export async function registrationNow(db: Database, rule: RegistrationRule): Promise<RegistrationState> {
  if (rule !== 'first') return rule;
  return (await hasAccount(db)) ? 'invite' : 'open';
}

/** Whether anybody has registered. Ignores the authors of samples and seeds, who can't log in. */
async function hasAccount(db: Database): Promise<boolean> {
  const query = db.selectFrom('users').select('id').where('password_hash', '!=', unverifiableHash).limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}
