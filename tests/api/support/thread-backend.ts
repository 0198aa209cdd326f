import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Extras } from './backend.ts';
import { openPages, type Pages } from './pages-backend.ts';
import { type StoreKind, temporaryFolder } from './stores.ts';

/**
 * Opens a backend with its pages. `code` runs as its render thread, or as the thread that `using` names.
 * @param using returns the backend's options for this thread file, such as `{ indexThread: thread }`
 */
export async function openWithThread(
  store: StoreKind,
  code: string,
  using: (thread: string) => Extras = (renderThread) => ({ renderThread }),
): Promise<Pages & { folder: string }> {
  await using owned = new AsyncDisposableStack();
  const { folder } = owned.use(await temporaryFolder());
  const thread = path.join(folder, 'thread.mjs');
  await writeFile(thread, code);
  const pages = owned.use(await openPages(store, using(thread)));
  const opened = owned.move();
  return { ...pages, folder, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
