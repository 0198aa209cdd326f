import { validate as isUuid } from 'uuid';
import { emailKey } from '../access/email-key.ts';
import type { Store } from '../store/schema.ts';

/** An account as the server's operator sees it. */
export type Account = { id: string; name: string; email: string; suspended_at: string | null };

/** Finds an account by its email, in upper or lower case, or by its id. Emails have an `@` and ids have none. */
export async function findAccount({ db }: Store, named: string): Promise<Account | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'suspended_at'])
    .where(isUuid(named) ? 'id' : 'email_key', '=', emailKey(named))
    .executeTakeFirst();
}

/**
 * Suspends an account: ends all sessions, and blocks logging in and writing until the account is resumed. The account's
 * posts stay online: removing them is a separate decision (`npm run post -- delete`, `npm run user -- delete`).
 * @returns how many sessions have ended
 */
export function suspend({ db }: Store, userId: string): Promise<number> {
  return db.transaction().execute(async (work) => {
    await work
      .updateTable('users')
      .set({ suspended_at: new Date().toISOString() })
      .where('id', '=', userId)
      .where('suspended_at', 'is', null)
      .execute();
    const ended = await work.deleteFrom('sessions').where('user_id', '=', userId).executeTakeFirstOrThrow();
    return Number(ended.numDeletedRows);
  });
}

export async function resume({ db }: Store, userId: string): Promise<void> {
  await db.updateTable('users').set({ suspended_at: null }).where('id', '=', userId).execute();
}
