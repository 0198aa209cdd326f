import { ConfigError } from '../config.ts';
import { type Account, findAccount } from '../domain/moderation.ts';
import type { Store } from '../store/schema.ts';
import { type Call, type Command, onlyArgument, printable } from './command-line.ts';

/**
 * The account whose email is the command's one argument.
 * @throws {ConfigError} when there is none
 */
export async function accountOf({ store, args }: Pick<Call, 'store' | 'args'>): Promise<Account> {
  const email = onlyArgument(args, 'one account by its email');
  const account = await findAccount(store, email);
  if (!account) throw new ConfigError(`there is no account with the email ${printable(email)}`);
  return account;
}

/** A command on one account. It prints the account's email, followed by what `act` returns. */
export const onAccount = (does: string, act: (account: Account, store: Store) => Promise<string>): Command => ({
  takes: '<email>',
  does,
  async run(call) {
    const account = await accountOf(call);
    call.print(`${printable(account.email)} ${await act(account, call.store)}`);
  },
});
