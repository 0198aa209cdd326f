import { isHTTPError } from 'ky';
import type { ImportedPost } from '../../contract/import-post.ts';
import { timeOf } from '../../contract/post-time.ts';
import { textOf } from '../../contract/posts.ts';
import { timeouts } from '../../device/timeouts.ts';
import { markListsStale } from '../../reading/answers/confirmed-writes.ts';
import { putImage } from '../pictures/image-calls.ts';
import { storeImage } from '../pictures/stored-images.ts';
import { isOfDeletedAccount } from '../record/deleted-accounts.ts';
import { addDraft } from '../record/record-store.ts';
import { type ComparedText, type Comparison, compareWithOwn } from './compare-with-own.ts';
import type { FoundText, LeftOut } from './found-writing.ts';
import { importPost } from './import-call.ts';
import { type Ending, endingOf, refusalOf } from './import-refusals.ts';
import { type PictureMover, pictureMover } from './move-pictures.ts';
import type { PicturesOfFiles } from './pictures-of-files.ts';
import { type Pause, ServerFailure, untilAnswered } from './until-answered.ts';
import { versionsInCalls } from './versions-in-calls.ts';

export interface ImportTarget {
  userId: string;
  token: string;
  email: string | undefined;
  pictures: PicturesOfFiles;
  /** The address of the exported blog, which Ghost's exports lack; `''` if unknown. */
  site: string;
}

/** The result so far. `lostPictures` counts pictures, and all other fields count texts. */
export interface ImportCounts {
  posts: number;
  drafts: number;
  /** Texts that the backend already had. */
  there: number;
  refused: LeftOut[];
  /** Pictures of the chosen files that could not be used. */
  lostPictures: number;
}

export interface ImportObserver {
  signal: AbortSignal;
  onProgress(so: ImportCounts, done: number, title: string): void;
  /** Called with the pause when the import begins to wait, and with `undefined` when it continues. */
  onPause(pause: Pause | undefined): void;
}

/**
 * Imports the texts one by one, drafts first, because they need no network. The import can be aborted at any time and
 * repeated: no text is stored twice.
 *
 * @throws the signal's reason
 */
export async function importTexts(
  { texts, isSure }: Comparison,
  to: ImportTarget,
  watching: ImportObserver,
): Promise<{ ending: Ending; counts: ImportCounts }> {
  const counts: ImportCounts = { posts: 0, drafts: 0, there: 0, refused: [], lostPictures: 0 };
  const drafts = texts.filter(({ text }) => text.kind === 'draft');
  const posts = texts.filter(({ text }) => text.kind === 'post');
  // Two movers, because a picture that was stored on this device for a draft must still be uploaded for a post.
  const onDevice = pictureMover(to, counts, storeImage);
  const onServer = pictureMover(to, counts, (name, bytes) => upload(name, bytes, to, watching));
  let done = 0;
  const each = async (some: readonly ComparedText[], bring: (one: ComparedText) => Promise<void>) => {
    for (const one of some) {
      watching.signal.throwIfAborted();
      watching.onProgress({ ...counts, refused: [...counts.refused] }, done++, one.text.title);
      try {
        await bring(one);
      } catch (error) {
        watching.signal.throwIfAborted();
        if (endingOf(error)) throw error;
        counts.refused.push({ place: one.text.title.trim() || one.text.place, reason: refusalOf(error) });
      }
    }
  };
  try {
    await each(drafts, async ({ text, id, isThere }) => {
      if (!isThere && (await importFoundDraft(text, id, to, onDevice))) counts.drafts += 1;
    });
    const compared = isSure || posts.length === 0 ? posts : await compareAgain(posts, to, watching);
    if (compared === undefined) return { ending: 'no list', counts };
    await each(compared, async ({ text, isThere }) => {
      if (await importFoundPost(text, isThere, to, watching, onServer)) counts.posts += 1;
      else if (!isThere || !isSure) counts.there += 1;
    });
    return { ending: 'all', counts };
  } catch (error) {
    const ending = endingOf(error);
    if (!ending) throw error;
    return { ending, counts };
  } finally {
    if (counts.posts > 0) await markListsStale();
  }
}

/**
 * Compares the posts with the backend's list, which may have some of them already. Waits until the backend answers.
 *
 * @returns `undefined` if the backend refuses, or fails again and again.
 */
async function compareAgain(
  posts: readonly ComparedText[],
  { userId, email }: ImportTarget,
  watching: ImportObserver,
): Promise<ComparedText[] | undefined> {
  const texts = posts.map(({ text }) => text);
  const compare = async () => {
    const comparison = await compareWithOwn(texts, { userId, email }, watching.signal);
    if (!comparison.isSure) throw comparison.cause;
    return comparison.texts;
  };
  try {
    // A 429 for the list says nothing about the account's hourly limit for storing posts.
    const onPause = (pause: Pause | undefined) => watching.onPause(pause && { ...pause, kind: 'no answer' });
    return await untilAnswered(compare, 0, { signal: watching.signal, onPause });
  } catch (error) {
    watching.signal.throwIfAborted();
    if (!isHTTPError(error) && !(error instanceof ServerFailure)) throw error;
    console.error('Could not list the posts that the backend has already; importing no posts.', error);
    return undefined;
  }
}

/** Stores a post with its versions on the backend. Returns whether the post is new there. */
async function importFoundPost(
  text: FoundText,
  isThere: boolean,
  to: ImportTarget,
  watching: ImportObserver,
  onServer: PictureMover,
): Promise<boolean> {
  // If a post takes several calls, sends it even if the backend has it: an earlier import may have ended between them.
  const isInSeveralCalls = text.versions.length > 0 && (await countCalls(text)) > 1;
  if (isThere && !isInSeveralCalls) return false;
  const post = await onServer.prepared(await text.read(), text);
  const base: ImportedPost = {
    ...textOf(post),
    source: text.source,
    createdAt: text.createdAt,
    updatedAt: text.updatedAt,
    ...(text.version !== undefined && { version: text.version }),
  };
  let isNew = false;
  for await (const versions of versionsInCalls(text.versions, base)) {
    for (const version of versions) await onServer.keepOwn(version);
    const body = versions.length === 0 ? base : { ...base, versions };
    const answer = await untilAnswered(
      (signal) => importPost(body, { ...to, author: to.userId, signal }),
      timeouts.sendTimeoutMs,
      watching,
    );
    isNew ||= answer.isNew;
  }
  return isNew;
}

async function countCalls(text: FoundText): Promise<number> {
  let calls = 0;
  for await (const _ of versionsInCalls(text.versions, await text.read())) calls += 1;
  return calls;
}

/**
 * Stores a draft, with its pictures, on this device alone until it is published.
 *
 * @returns whether the draft was added. A draft that another tab has added stays, as its author may have edited it.
 */
async function importFoundDraft(
  text: FoundText,
  id: string,
  { userId }: ImportTarget,
  onDevice: PictureMover,
): Promise<boolean> {
  const post = await onDevice.prepared(await text.read(), text);
  if (isOfDeletedAccount(userId)) return false;
  return addDraft(id, userId, textOf(post), Math.min(timeOf(text.createdAt), Date.now()));
}

const upload = (
  name: string,
  bytes: ArrayBuffer,
  { token, userId }: ImportTarget,
  watching: ImportObserver,
): Promise<void> =>
  untilAnswered((signal) => putImage(name, bytes, { token, author: userId, signal }), timeouts.pinImageMs, watching);
