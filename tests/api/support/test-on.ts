import { type TestOptions, test } from 'vitest';
import type { StoredPost } from '../../../src/server/posts/query-posts.ts';
import { type Author, type Extras, read, TestBackend } from './backend.ts';
import { openPages, type Pages } from './pages-backend.ts';
import { type ServedHere, serveHere } from './serve-here.ts';
import { type StoreKind, sqlite, type TestDatabase } from './stores.ts';
import { openTwoStores, type TwoStores } from './two-stores.ts';

/** The fixtures of a test. Vitest opens only those that the test's parameter names. */
type Given = {
  store: StoreKind;
  /** The options with which `backend`, `other` and `pages` are opened. */
  extras: Extras;
  testDatabase: TestDatabase;
  /** A server on `testDatabase`, in this process and on its own port. */
  server: ServedHere;
  /** A backend with an empty database. */
  backend: TestBackend;
  /** Another server on the database of `backend`. */
  other: TestBackend;
  /** Ada, who has just registered. */
  author: Author;
  bob: Author;
  /** A post that Ada has just published. */
  post: StoredPost;
  /** A second backend, which also serves pages. In `testPagesOn` it is `backend` itself. */
  pages: Pages;
  /** Two stores on one database with Ada's account, as two servers would open them. */
  two: TwoStores;
};

const given = test.extend<Given>({
  store: sqlite,
  extras: {},
  testDatabase: async ({ store }, use) => {
    await using testDatabase = await store.open();
    await use(testDatabase);
  },
  server: async ({ testDatabase }, use) => {
    await using server = await serveHere(testDatabase);
    await use(server);
  },
  backend: async ({ store, extras }, use) => {
    await using backend = await TestBackend.open(store, extras);
    await use(backend);
  },
  other: async ({ backend, extras }, use) => {
    await using other = await backend.another(extras);
    await use(other);
  },
  author: async ({ backend }, use) => use(await backend.register()),
  bob: async ({ backend }, use) => use(await backend.register('bob@example.com')),
  post: async ({ backend, author }, use) => use(await read(await backend.publish(author))),
  pages: async ({ store, extras }, use) => {
    await using pages = await openPages(store, extras);
    await use(pages);
  },
  two: async ({ store }, use) => {
    await using two = await openTwoStores(store);
    await use(two);
  },
});

const givenPages = given.extend<{ backend: TestBackend }>({ backend: async ({ pages }, use) => use(pages.backend) });

type Kinds = StoreKind | StoreKind[];
type Options = TestOptions & { extras?: Extras; on?: Kinds };
type Body = (context: Given) => Promise<void>;
type Test = (title: string, ...rest: [body: Body] | [options: Options, body: Body]) => void;

/** Returns a function that defines a test for each kind of backend. The title names the kind if there are several. */
const testOnEach =
  (extended: typeof given) =>
  (usual: Kinds, usualExtras: Extras = {}): Test =>
  (title, ...rest) => {
    const [options, body] = rest.length === 1 ? [{}, ...rest] : rest;
    const { extras = usualExtras, on = usual, ...others }: Options = options;
    for (const store of [on].flat())
      extended.extend({ store, extras })(Array.isArray(on) ? `${store.name}: ${title}` : title, others, body);
  };

export const testOn = testOnEach(given);
export const testPagesOn = testOnEach(givenPages);
