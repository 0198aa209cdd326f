import { pagePaths } from '../../contract/paths.ts';
import { makeResetLink } from '../domain/reset-links.ts';
import { accountOf } from './account-of.ts';
import { type Command, printable } from './command-line.ts';

export const resetPassword: Command = {
  takes: '<email>',
  does: 'prints an address at which the owner of an account can set a new password, once; until then nothing changes',
  async run({ store, config, args, print }) {
    const account = await accountOf({ store, args });
    const { secret, endsAt } = await makeResetLink(store, account.id);
    const origin = config.publicOrigin ?? `http://localhost:${config.port}`;
    // Behind a `#`, so that no server or proxy logs it.
    print(`${origin}${pagePaths.recover}#${secret}`);
    // On standard error, so that the standard output is the address alone and can be piped.
    console.error(`Good for one new password of ${printable(account.email)}, until ${endsAt}.`);
    console.error('Using it ends all sessions, passkeys and recovery codes. An earlier link is good no longer.');
    if (!config.publicOrigin) console.error('PUBLIC_ORIGIN is not set: put the origin of your site before the path.');
    if (account.suspended_at !== null) console.error('The account is suspended: resume it first.');
  },
};
