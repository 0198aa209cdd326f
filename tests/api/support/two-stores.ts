import type { NewPost } from '../../../src/contract/posts.ts';
import { hourlyShares } from '../../../src/server/access/account-shares.ts';
import { sha256, type User } from '../../../src/server/access/sessions.ts';
import { register } from '../../../src/server/accounts/register-and-log-in.ts';
import { editPost } from '../../../src/server/posts/edit-post.ts';
import type { MakeEntry } from '../../../src/server/posts/post-index.ts';
import { publish } from '../../../src/server/posts/publish-post.ts';
import { createLog } from '../../../src/server/process/log.ts';
import { indexEntryOf } from '../../../src/server/search/index-entry.ts';
import { migrate } from '../../../src/server/store/migrations.ts';
import { openStore } from '../../../src/server/store/open-store.ts';
import type { StoreKind } from './stores.ts';

export const noLimits = hourlyShares('anything', { number: 0, bytes: 0, wasted: 0, wastedBytes: 0 });

/** Makes index entries in this thread, without the index thread. */
export const indexHere: MakeEntry = async (post) => indexEntryOf(post);

const text = { title: 'A title', imgUrl: '', content: 'Some words.' };

export type TwoStores = Awaited<ReturnType<typeof openTwoStores>>;

/** Opens two stores on one database with Ada's account, as two servers would open them. */
export async function openTwoStores(kind: StoreKind) {
  await using owned = new AsyncDisposableStack();
  const testDatabase = owned.use(await kind.open());
  const open = () => owned.use(openStore(testDatabase, createLog('silent')));
  const [store, other] = [open(), open()];
  await migrate(store);
  const account = async (email: string): Promise<User> => {
    const { userId, token } = await register(
      store,
      { name: 'Ada', email, password: 'correct horse' },
      'open',
      undefined,
    );
    return { id: userId, name: 'Ada', email, sessionId: sha256(token) };
  };
  const user = await account('ada@example.com');
  const opened = owned.move();
  return {
    store,
    other,
    user,
    /** Registers another account. */
    account,
    publish: (post: Partial<NewPost> = {}, key?: string, author = user) =>
      publish(store, noLimits, author, { ...text, ...post }, key, indexHere),
    /** Edits the given version of a post. */
    edit: (id: string, title: string, version = 1, key?: string, author = user) => {
      const holds = (etag: string) => etag.startsWith(`"${version}-`);
      const edit = { id, holds, began: undefined, unanswered: [], post: { ...text, title } };
      return editPost(store, noLimits, author, edit, key, indexHere);
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
