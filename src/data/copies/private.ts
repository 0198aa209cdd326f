import { cacheNames } from '../storage.ts';
import { inTurn, newEdition } from './edition.ts';
import { canKeep } from './space.ts';

/** At logout: an author's own lists don't outlive it. Public copies stay. */
export async function forgetOwnLists(): Promise<void> {
  if (!canKeep()) return;
  await inTurn(async () => {
    await newEdition();
    await caches.delete(cacheNames.own);
  });
}
