import { writeFileSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { makeZip } from 'client-zip';
import { invitationPath } from '../../contract/invitation.ts';
import { pagePaths } from '../../contract/paths.ts';
import { deleteAccount } from '../accounts/delete-account.ts';
import { invite } from '../accounts/invitations.ts';
import { type Account, findAccount, resume, suspend } from '../accounts/moderation.ts';
import { makeResetLink } from '../accounts/reset-links.ts';
import { imagesUploadedBy } from '../images/images-of-posts.ts';
import { ConfigError } from '../process/config-error.ts';
import { cannotWrite, openPartialFile } from '../store/partial-file.ts';
import type { Database, Store } from '../store/schema.ts';
import { onlyOperand, UsageError } from './arguments.ts';
import { type Call, type Command, note, print, runCommandLine } from './command-line.ts';
import { filesOf } from './exported-account.ts';
import { operatorsFile } from './operators-file.ts';
import { remainingImages } from './remaining-images.ts';

/** How many accounts one query reads. */
const batch = 500;

const list: Command = {
  takes: '',
  does: 'prints every account: email, name, posts, since when, whether it is suspended, and its id',
  async run({ store, operands }) {
    if (operands.length > 0) throw new UsageError('list takes no arguments: it prints every account');
    print('email', 'name', 'posts', 'registered', 'suspended', 'id');
    for await (const { id, email, name, posts, created_at, suspended_at } of accounts(store.db)) {
      print(email, name, String(posts), created_at, suspended_at ?? '-', id);
    }
  },
};

async function* accounts(db: Database) {
  for (let last = ''; ; ) {
    const found = await db
      .selectFrom('users')
      .select(['id', 'email', 'name', 'created_at', 'suspended_at'])
      .select(({ selectFrom, fn }) =>
        selectFrom('posts').whereRef('author_id', '=', 'users.id').select(fn.countAll().as('posts')).as('posts'),
      )
      .where('id', '>', last)
      .orderBy('id')
      .limit(batch)
      .execute();
    yield* found;
    if (found.length < batch) return;
    last = found.at(-1)?.id ?? '';
  }
}

const inviteOne: Command = {
  takes: '',
  does: 'prints an address with which one person can register, where REGISTRATION is "invite"',
  async run({ store, config, operands }) {
    if (operands.length > 0) throw new UsageError('invite takes no arguments: whoever has the address can use it');
    const { code, endsAt } = await invite(store);
    print(`${config.publicOrigin ?? ''}${invitationPath(code)}`);
    note(`Valid for one registration, until ${endsAt}.`);
    if (!config.publicOrigin) note('Put the origin of your site before it: PUBLIC_ORIGIN is not set.');
    if (config.registration === 'open' || config.registration === 'closed') {
      note(`REGISTRATION is "${config.registration}": the address works only where it is "invite".`);
    }
  },
};

/**
 * Returns the account whose email or id is the command's only argument.
 * @throws {ConfigError} when there is no such account
 */
async function accountOf({ store, operands }: Call): Promise<Account> {
  const named = onlyOperand({ operands }, 'one account by its email or its id');
  const account = await findAccount(store, named);
  if (!account) throw new ConfigError(`there is no account with the email or id ${named}`);
  return account;
}

const password: Command = {
  takes: '<email>',
  does: 'prints an address at which the owner of an account can set a new password, once; until then nothing changes',
  async run(call) {
    const { store, config } = call;
    const account = await accountOf(call);
    const { secret, endsAt } = await makeResetLink(store, account.id);
    const origin = config.publicOrigin ?? `http://localhost:${config.port}`;
    // The secret follows a `#`, so that no server or proxy logs it.
    print(`${origin}${pagePaths.recover}#${secret}`);
    note(`Valid for one new password of ${account.email}, until ${endsAt}.`);
    note('Using it ends all sessions, and removes all passkeys and recovery codes. Earlier links no longer work.');
    if (!config.publicOrigin) note(`PUBLIC_ORIGIN is not set: replace ${origin} with the origin of your site.`);
    if (account.suspended_at !== null) note('The account is suspended: resume it first.');
  },
};

/**
 * Returns a command that acts on one account. It prints the account's email, followed by the text that `act` returns.
 */
const onAccount = (does: string, act: (store: Store, id: string) => Promise<string>): Command => ({
  takes: '<email>',
  does,
  async run(call) {
    const { id, email } = await accountOf(call);
    print(`${email} ${await act(call.store, id)}`);
  },
});

const commands: Record<string, Command> = {
  list,
  invite: inviteOne,
  password,
  suspend: onAccount(
    'ends all sessions, and refuses login and writing; the posts stay',
    async (store, id) =>
      `is suspended; ${await suspend(store, id)} sessions have ended. Its posts stay where they are.`,
  ),
  resume: onAccount('ends a suspension', async (store, id) => {
    await resume(store, id);
    return 'may log in and write.';
  }),
  delete: onAccount('deletes an account with all its posts; this cannot be undone', async (store, id) => {
    const images = await imagesUploadedBy(store.db, id);
    const posts = await deleteAccount(store, id);
    return `is deleted, with ${posts} posts.${await remainingImages(store, images)}`;
  }),
  export: {
    takes: '<email> [--to <file>]',
    does: 'exports posts, versions and images as a zip, to a new file or the standard output; /account can import it',
    options: { to: 'value' },
    async run(call) {
      const to = call.options.get('to');
      const file = to === undefined ? undefined : operatorsFile(to);
      if (file === undefined && process.stdout.isTTY)
        throw new UsageError('name a file with --to: a terminal cannot show a zip');
      const account = await accountOf(call);
      const bytes = makeZip(filesOf(call.store, account));
      if (file === undefined) return await pipeline(bytes, process.stdout, { end: false });
      using partial = openPartialFile(file);
      try {
        for await (const piece of bytes) writeFileSync(partial.descriptor, piece);
      } catch (cause) {
        throw cause instanceof Error && 'syscall' in cause ? cannotWrite(file, cause) : cause;
      }
      partial.complete();
      print(`${file} has the posts of ${account.email}.`);
    },
  },
};

/** `npm run user -- …`: the operator's commands for accounts. */
await runCommandLine('user', commands, ['An account can be named by its id, too.']);
