import { isSameText } from '../../contract/posts.ts';
import { compareTexts } from '../drafts/draft-line.ts';
import { type Draft, draftKey, tombstoneWrites } from '../drafts/drafts.ts';
import { isQuotaExceeded } from '../storage/quota.ts';
import { inTransaction } from '../storage/records.ts';
import { withEviction } from '../storage/with-eviction.ts';

/**
 * Ends a draft that was sent without the outbox. Its form may have been left before the answer, and the author may have
 * gone on with the text in the next one: what the device has of that stays a draft.
 */
export async function endSubmittedDraft(sent: Draft): Promise<void> {
  const ending = tombstoneWrites(sent);
  try {
    await withEviction(() => end(sent, ending.put));
  } catch (error) {
    if (!isQuotaExceeded(error)) throw error;
    // The quota is too small even for the tombstone; removing needs no space.
    await end(sent, {});
  }
}

const end = (sent: Draft, put: Record<string, unknown>): Promise<void> =>
  inTransaction('readwrite', async (store) => {
    const key = draftKey(sent.id);
    const stored = await store.get<Draft>(key);
    if (stored && !isFurther(stored, sent)) store.remove(key);
    for (const [other, record] of Object.entries(put)) store.put(other, record);
    await store.commit();
  });

/** A form that nothing was typed in since has saved the same text under a later time. */
const isFurther = (stored: Draft, sent: Draft): boolean =>
  !isSameText(stored.post, sent.post) && compareTexts(stored, sent) !== 'older';
