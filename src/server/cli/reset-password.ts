import { pagePaths } from '../../contract/paths.ts';
import { makeResetLink } from '../accounts/reset-links.ts';
import { accountOf } from './account-of.ts';
import type { Command } from './command-line.ts';
import { note, print } from './terminal.ts';

export const resetPassword: Command = {
  takes: '<email>',
  does: 'prints an address at which the owner of an account can set a new password, once; until then nothing changes',
  async run({ store, config, operands }) {
    const account = await accountOf({ store, operands });
    const { secret, endsAt } = await makeResetLink(store, account.id);
    const origin = config.publicOrigin ?? `http://localhost:${config.port}`;
    // Behind a `#`, so that no server or proxy logs it.
    print(`${origin}${pagePaths.recover}#${secret}`);
    note(`Good for one new password of ${account.email}, until ${endsAt}.`);
    note('Using it ends all sessions, passkeys and recovery codes. An earlier link is good no longer.');
    if (!config.publicOrigin) note('PUBLIC_ORIGIN is not set: put the origin of your site before the path.');
    if (account.suspended_at !== null) note('The account is suspended: resume it first.');
  },
};
