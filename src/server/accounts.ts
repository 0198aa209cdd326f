import { v7 as uuid } from 'uuid';
import type { Login, Registration } from '../contract/accounts.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { Refusal } from './refusal.ts';
import { openSession, type Session } from './sessions.ts';
import type { Store } from './store/schema.ts';

type Opened = Session & { userId: string };

/** @throws {Refusal} email_taken, whatever the case of its letters */
export async function register({ db }: Store, { name, email, password }: Registration): Promise<Opened> {
  const id = uuid();
  const password_hash = await hashPassword(password);
  return db.transaction().execute(async (work) => {
    const { numInsertedOrUpdatedRows } = await work
      .insertInto('users')
      .values({ id, name, email, email_key: emailKey(email), password_hash, created_at: new Date().toISOString() })
      .onConflict((conflict) => conflict.column('email_key').doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) throw new Refusal('email_taken', { field: 'email' });
    return { userId: id, ...(await openSession(work, id)) };
  });
}

/** @throws {Refusal} wrong_credentials, the same and as slowly for an unknown email as for a wrong password */
export async function logIn({ db }: Store, { email, password }: Login): Promise<Opened> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
  const fits = await verifyPassword(password, user?.password_hash);
  if (!user || !fits) throw new Refusal('wrong_credentials');
  return { userId: user.id, ...(await openSession(db, user.id)) };
}

export function emailKey(email: string): string {
  return email.toLowerCase();
}
