import { invitationPath } from '../../contract/invitation.ts';
import { invite } from '../accounts/invitations.ts';
import { UsageError } from './arguments.ts';
import type { Command } from './command-line.ts';
import { note, print } from './terminal.ts';

export const inviteCommand: Command = {
  takes: '',
  does: 'prints an address with which one person can register, where REGISTRATION is "invite"',
  async run({ store, config, operands }) {
    if (operands.length > 0) throw new UsageError('invite takes no arguments: whoever has the address can use it');
    const { code, endsAt } = await invite(store);
    print(`${config.publicOrigin ?? ''}${invitationPath(code)}`);
    note(`Good for one registration, until ${endsAt}.`);
    if (!config.publicOrigin) note('Put the origin of your site before it: PUBLIC_ORIGIN is not set.');
    if (config.registration === 'open' || config.registration === 'closed') {
      note(`REGISTRATION is "${config.registration}": the address works only where it is "invite".`);
    }
  },
};
