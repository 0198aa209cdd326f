import type { Database } from '../store/schema.ts';
import { UsageError } from './arguments.ts';
import type { Command } from './command-line.ts';
import { print } from './terminal.ts';

/** Accounts read by one query. */
const batch = 500;

export const listUsers: Command = {
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
