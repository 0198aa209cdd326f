import { isOwnBackend } from '../device/calls/host.ts';
import { timeouts } from '../device/timeouts.ts';
import { session } from '../session/session.ts';
import { showAppBadge } from './app-badge.ts';
import { layOverPosts } from './lay-over-posts.ts';
import { sweepSharedPictures } from './pictures/shared-pictures.ts';
import { storeDraftImages } from './pictures/store-draft-images.ts';
import { sweepImages } from './pictures/sweep-images.ts';
import { askBeforeLoss, followWriting } from './record/read-writing.ts';
import { isDue, sweepRecords } from './record/record-store.ts';
import { shownWriting } from './record/shown-writing.ts';
import { storeAuthor } from './record/store-author.ts';
import { readTabBackups } from './record/tab-backup.ts';
import { requestBackgroundSync } from './sender/background-sync.ts';
import { pageSender } from './sender/page-sender.ts';
import { hearPostChanges } from './sender/post-change.ts';

/**
 * Starts the background work for authors in this page: sends and shows pending texts, and removes old data. Call it
 * once a user is logged in.
 */
export function startWriting(): void {
  followWriting();
  askBeforeLoss();
  layOverPosts();
  followWaiting();
  fetchPicturesAfterDeletes();
  let { token } = session.get();
  session.subscribe(() => {
    if (session.get().token === token) return;
    token = session.get().token;
    void begin();
  });
  void begin();
  void sweep();
}

/** Registers a Background Sync for pending texts, if the browser has it, and shows their number on the app's icon. */
function followWaiting(): void {
  let known: string[] = [];
  const due = () =>
    shownWriting
      .get()
      .filter(({ record }) => isDue(record))
      .map(({ record }) => record.pending?.key ?? '');
  shownWriting.subscribe(() => {
    const keys = due();
    // Registers once per submission: an online browser syncs at once, and a failed sync changes the record again.
    if (keys.some((key) => !known.includes(key))) void succeeds(requestBackgroundSync);
    known = keys;
    void showAppBadge();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && due().length > 0) void succeeds(requestBackgroundSync);
  });
}

/** Stores the author's id for the worker. Then sends pending texts, including those that waited for a login. */
async function begin(): Promise<void> {
  await storeAuthorUntilDone();
  await pageSender().sendAfterLogin();
}

/**
 * Stores the author's id for the worker, and retries until that succeeds: nothing else stores it before the next login.
 * Resolves after the first attempt, so that no caller waits for a database that hangs.
 */
async function storeAuthorUntilDone(): Promise<void> {
  const isDone = await succeeds(async () => {
    await storeAuthor();
    void showAppBadge();
  });
  if (!isDone) setTimeout(() => void storeAuthorUntilDone(), timeouts.maxRetryMs);
}

/** Removes old records and unneeded pictures. Fetches pictures that unpublished texts name and the device lacks. */
async function sweep(): Promise<void> {
  await succeeds(() => sweepRecords());
  if (!isOwnBackend) return;
  await succeeds(async () => {
    await sweepImages(readTabBackups().map(({ typed }) => typed.text));
    await sweepSharedPictures();
    await storeDraftImages();
  });
}

/** Stores a deleted post's pictures: its text stays as a draft, and the backend soon removes the pictures. */
function fetchPicturesAfterDeletes(): void {
  if (isOwnBackend) hearPostChanges(({ kind }) => kind === 'deleted' && void storeDraftImages());
}

/** Returns whether the work succeeded. Never rejects. */
async function succeeds(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    console.error('Could not finish a background task for the author; trying again later.', error);
    return false;
  }
}
