import { v7 as uuid } from 'uuid';
import type { Login, Registration } from '../../contract/accounts.ts';
import { emailKey } from '../access/email-key.ts';
import { holdAccount } from '../access/hold-account.ts';
import { type Opened, openSession } from '../access/sessions.ts';
import { HttpError } from '../process/http-error.ts';
import { takeMigrationTurn } from '../store/migrations.ts';
import type { Store } from '../store/schema.ts';
import { isValidInvitation, redeemInvitation } from './invitations.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { type RegistrationRule, registrationNow } from './registration-rules.ts';

/**
 * Creates an account and opens a session.
 * @param invitation the code of an invitation, which is good for one registration; required while registration is by
 * invitation
 * @param device a name that its owner recognizes (device-name.ts)
 * @throws {HttpError} email_taken (emails are compared without case), registration_closed, invitation_required
 */
export async function register(
  { db }: Store,
  { name, email, password }: Registration,
  rule: RegistrationRule,
  invitation = '',
  device = '',
): Promise<Opened> {
  const state = await registrationNow(db, rule);
  if (state === 'closed') throw new HttpError('registration_closed');
  // Checked before the password is hashed: hashing is expensive, and must not be free to people without an invitation.
  if (state === 'invite' && !(await isValidInvitation(db, invitation))) throw new HttpError('invitation_required');
  const id = uuid();
  const password_hash = await hashPassword(password);
  return db.transaction().execute(async (work) => {
    // Several people may try to register the first account at once, on several servers. Exactly one succeeds.
    if (rule === 'first' && state === 'open') await takeMigrationTurn(work);
    if ((await registrationNow(work, rule)) === 'invite' && !(await redeemInvitation(work, invitation)))
      throw new HttpError('invitation_required');
    const { numInsertedOrUpdatedRows } = await work
      .insertInto('users')
      .values({ id, name, email, email_key: emailKey(email), password_hash, created_at: new Date().toISOString() })
      .onConflict((conflict) => conflict.column('email_key').doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) throw new HttpError('email_taken', { field: 'email' });
    return openSession(work, id, device);
  });
}

/**
 * Opens a session for an email and its password.
 * @throws {HttpError} wrong_credentials, after the same time for an unknown email as for a wrong password;
 * account_suspended, only after the right password
 */
export async function logIn({ db }: Store, { email, password }: Login, device = ''): Promise<Opened> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'password_hash', 'suspended_at'])
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
  const fits = await verifyPassword(password, user?.password_hash);
  if (!user || !fits) throw new HttpError('wrong_credentials');
  if (user.suspended_at !== null) throw new HttpError('account_suspended');
  const { id, password_hash } = user;
  return db.transaction().execute(async (work) => {
    // During the hashing, the password may have been replaced or the account suspended. Checks both again; the lock
    // keeps both unchanged until the session is stored.
    const held = await holdAccount(work, id);
    if (held?.password_hash !== password_hash || held.suspended_at !== null) throw new HttpError('wrong_credentials');
    return openSession(work, id, device);
  });
}
