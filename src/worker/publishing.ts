import { orLog } from '../device/or-log.ts';
import { readRecord } from '../device/storage/records.ts';
import { recordKeys, syncTags } from '../device/storage/storage-names.ts';
import { showAppBadge } from '../writing/app-badge.ts';
import { storeDraftImages } from '../writing/pictures/store-draft-images.ts';
import { isDue, readOwn } from '../writing/record/record-store.ts';
import type { SyncingRegistration } from '../writing/sender/background-sync.ts';
import { ownBackend } from '../writing/sender/own-backend.ts';
import { createPace } from '../writing/sender/pace.ts';
import { sendWaiting } from '../writing/sender/send-waiting.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * Sends the pending changes of the author who is logged in, even if every page is closed. The browser adds the session
 * cookie; the worker never has the token. Rejects while changes are pending, so that the browser retries. Resolves if
 * the backend refuses the cookie: the next open page sends the changes with the token.
 *
 * @param isLastChance whether the browser makes no further attempt after this one; Chromium makes three.
 */
export async function sendInBackground(isLastChance = false): Promise<void> {
  const userId = await readRecord<string>(recordKeys.author);
  if (userId === undefined) return;
  const sent = await sendWaiting({
    author: { userId, token: null },
    backend: ownBackend,
    pace: createPace(),
  });
  await showAppBadge();
  const needsPage = sent.kind === 'no answer' && sent.why === 'no token';
  const left = needsPage ? [] : (await readOwn(userId)).filter(isDue);
  if (left.length > 0 && isLastChance) await registerAgain();
  // Runs last, because the browser may end the worker during the downloads.
  await storeDraftImages();
  if (left.length > 0) throw new Error(`${left.length} of this author's texts still wait`);
}

/** Asks the browser for more attempts: pending changes never expire. If it refuses, the next open page sends them. */
const registerAgain = (): Promise<void> =>
  orLog(
    'Could not register Background Sync again; the next open page sends the changes that still wait.',
    (self.registration as SyncingRegistration).sync.register(syncTags.outbox),
  );
