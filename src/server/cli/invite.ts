import { invitationPath } from '../../contract/invitation.ts';
import { invite } from '../domain/invitations.ts';
import { type Command, UsageError } from './command-line.ts';

export const inviteCommand: Command = {
  takes: '',
  does: 'prints an address with which one person can register, where REGISTRATION is "invite"',
  async run({ store, config, args, print }) {
    if (args.length > 0) throw new UsageError('invite takes no arguments: whoever has the address can use it');
    const { code, endsAt } = await invite(store);
    print(`${config.publicOrigin ?? ''}${invitationPath(code)}`);
    // On standard error, so that the standard output is the address alone and can be piped.
    console.error(`Good for one registration, until ${endsAt}.`);
    if (!config.publicOrigin) console.error('Put the origin of your site before it: PUBLIC_ORIGIN is not set.');
    if (config.registration !== 'invite') {
      console.error(`REGISTRATION is "${config.registration}": the address works only where it is "invite".`);
    }
  },
};
