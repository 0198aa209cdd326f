import { type Account, findAccount } from '../accounts/moderation.ts';
import { ConfigError } from '../process/config-error.ts';
import type { Store } from '../store/schema.ts';
import { onlyOperand } from './arguments.ts';
import type { Call, Command } from './command-line.ts';
import { print } from './terminal.ts';

/**
 * The account whose email or id is the command's one argument.
 * @throws {ConfigError} when there is none
 */
export async function accountOf({ store, operands }: Pick<Call, 'store' | 'operands'>): Promise<Account> {
  const named = onlyOperand({ operands }, 'one account by its email or its id');
  const account = await findAccount(store, named);
  if (!account) throw new ConfigError(`there is no account with the email or id ${named}`);
  return account;
}

/** A command on one account. It prints the account's email, followed by what `act` returns. */
export const onAccount = (does: string, act: (account: Account, store: Store) => Promise<string>): Command => ({
  takes: '<email>',
  does,
  async run(call) {
    const account = await accountOf(call);
    print(`${account.email} ${await act(account, call.store)}`);
  },
});
