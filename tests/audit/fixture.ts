import { callPaths } from '../../src/contract/paths.ts';
import { buildUnlessFresh, openDatabase, startBuiltServer } from '../bench/built-server.ts';
import { type Author, newAuthor } from '../bench/new-author.ts';

/** The production build on our own server. Its new database has the sample posts, and an author with two posts. */
export interface Fixture extends AsyncDisposable {
  origin: string;
  postId: string;
  author: Author;
  /** The folder of the server's database. */
  dataDir: string;
}

export async function openFixture(): Promise<Fixture> {
  buildUnlessFresh();
  await using undo = new AsyncDisposableStack();
  const { folder } = undo.use(await openDatabase('samples'));
  const server = undo.use(await startBuiltServer({ dataDir: folder }));
  // Passkeys need a host name: an IP address is no relying party ID.
  const origin = server.origin.replace('127.0.0.1', 'localhost');

  const samples: { _id: string; imgUrl: string }[] = await (await fetch(origin + callPaths.posts)).json();
  const [sample] = samples;
  if (sample === undefined) throw new Error('The new database has no sample posts.');
  const content = 'What happened, and what came of it.\n\n'.repeat(12);
  const titles = ['A first post', 'Another post'];
  const author = await newAuthor(
    origin,
    titles.map((title) => ({ title, imgUrl: sample.imgUrl, content })),
  );
  const opened = undo.move();
  return { origin, postId: sample._id, author, dataDir: folder, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
