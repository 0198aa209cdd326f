import type { Database } from '../store/schema.ts';
import { type Command, printable, UsageError } from './command-line.ts';

/** Accounts read by one query. */
const batch = 500;

export const listUsers: Command = {
  takes: '',
  does: 'prints every account: email, name, posts, since when, and whether it is suspended',
  async run({ store, args, print }) {
    if (args.length > 0) throw new UsageError('list takes no arguments: it prints every account');
    print(['email', 'name', 'posts', 'registered', 'suspended'].join('\t'));
    for await (const { email, name, posts, created_at, suspended_at } of accounts(store.db)) {
      print([email, name, String(posts), created_at, suspended_at ?? '-'].map(printable).join('\t'));
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
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(batch)
      .execute();
    yield* found;
    if (found.length < batch) return;
    last = found.at(-1)?.id ?? '';
  }
}
