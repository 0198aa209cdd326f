import { callPaths } from '../../contract/paths.ts';
import { callUrl } from '../host.ts';
import { allCopies, dropCopy, keepCopy, type TextCache } from './cache.ts';
import { inTurn, newEdition } from './edition.ts';
import { dropPages } from './pages.ts';
import { entriesOf, idOf } from './posts.ts';
import { canKeep } from './space.ts';

const listCaches: TextCache[] = ['lists', 'own'];

/** After a confirmed delete: no copy shows the post any more. Never rejects: the write itself has succeeded. */
export const forgetPost = (id: string): Promise<void> =>
  change(async () => {
    for (const name of ['posts', 'kept'] as const) await dropCopy(name, callUrl(callPaths.post(id)));
    for (const name of listCaches) {
      for (const copy of await allCopies(name)) {
        const entries = entriesOf(copy.body) ?? [];
        const left = entries.filter((entry) => idOf(entry) !== id);
        if (left.length < entries.length) await keepCopy(name, { ...copy, body: JSON.stringify(left) });
      }
    }
  });

/** After a confirmed post: no list shows its old state while the network can show the new one. Never rejects. */
export const outdateLists = (): Promise<void> =>
  change(async () => {
    for (const name of listCaches) {
      for (const copy of await allCopies(name)) await keepCopy(name, { ...copy, outdated: true });
    }
  });

async function change(copies: () => Promise<void>): Promise<void> {
  if (!canKeep()) return;
  try {
    await inTurn(async () => {
      await newEdition();
      await dropPages();
      await copies();
    });
  } catch (error) {
    console.error('What this device keeps could not be brought up to date.', error);
  }
}
