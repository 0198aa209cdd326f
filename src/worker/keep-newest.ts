import { orLog } from '../device/or-log.ts';
import { isDataSaved } from '../device/save-data.ts';
import { maxEntries } from '../device/storage/max-entries.ts';
import { readRecord, writeRecords } from '../device/storage/records.ts';
import { lockNames, recordKeys, syncTags } from '../device/storage/storage-names.ts';
import { withLock } from '../device/storage/with-lock.ts';
import { timeouts } from '../device/timeouts.ts';
import { keepPeriodicSync } from '../device/updates/periodic-sync.ts';
import { resultWithin, withTimeout } from '../device/with-timeout.ts';
import { cacheMissingImage } from '../reading/store/image-cache.ts';
import { readNewestChoice, savingCount } from '../reading/store/newest-choice.ts';
import { findNewest } from '../reading/store/newest-posts.ts';
import { parsePosts } from '../reading/store/parse-posts.ts';
import { imagesOf } from '../reading/store/pinned-images.ts';
import { readPosts } from '../reading/store/read-stored.ts';
import { readReading } from '../reading/store/reading-database.ts';
import type { Outcome } from '../reading/store/store-answer.ts';
import { readLists } from '../reading/store/stored-list.ts';

declare const self: ServiceWorkerGlobalScope;

/** Addresses of pictures whose hosts have answered, so that an evicted picture is not fetched again. */
type AskedPictures = string[];

type FetchPage = (url: string) => Promise<Outcome>;

/**
 * Fetches the pages that are missing among the newest posts, one after the other; call it once the first page is
 * fetched. Reads the reader's choice before each page. Stops at the first page that could not be stored. Never rejects.
 */
export const keepNewest = (fetchPage: FetchPage): Promise<void> =>
  orLog(
    'Could not fetch all of the newest posts; the next refresh of the list tries again.',
    withLock(lockNames.newest, () => fetchMissing(fetchPage)),
  );

async function fetchMissing(fetchPage: FetchPage): Promise<void> {
  const asked = new Set<string>();
  for (;;) {
    const choice = await readNewestChoice();
    const count = isDataSaved() ? Math.min(choice.count, savingCount) : choice.count;
    const { ids, missing } = findNewest(await withTimeout(timeouts.databaseTimeoutMs, readReading(readLists)), count);
    if (missing === undefined) {
      if (choice.withPictures && !isDataSaved()) await fetchPictures(ids);
      return keepPeriodicSync(self.registration, syncTags.newest, choice.count > 0);
    }
    if (asked.has(missing)) return;
    asked.add(missing);
    const outcome = await resultWithin(timeouts.answerTimeoutMs, fetchPage(missing));
    if (outcome?.kind !== 'stored') return;
  }
}

/** After this many pictures without an answer, the worker assumes that it is offline and fetches no more. */
const mostUnanswered = 3;

/** Fetches the pictures of these posts, except those that were fetched before. */
async function fetchPictures(ids: string[]): Promise<void> {
  const readAsked = readRecord<AskedPictures>(recordKeys.newest);
  const earlier = (await withTimeout(timeouts.databaseTimeoutMs, readAsked)) ?? [];
  const stored = await readReading((store) => readPosts(store, ids));
  const asked: AskedPictures = [];
  let unanswered = 0;
  for (const address of [...new Set(parsePosts(stored).flatMap(imagesOf))].slice(0, maxEntries.newestImages)) {
    if (unanswered === mostUnanswered || !(await readNewestChoice()).withPictures) break;
    const isAnswered =
      earlier.includes(address) || (await cacheMissingImage(address, AbortSignal.timeout(timeouts.pinImageMs)));
    if (isAnswered) asked.push(address);
    else unanswered += 1;
  }
  await withTimeout(timeouts.databaseTimeoutMs, writeRecords({ put: { [recordKeys.newest]: asked } }));
}
