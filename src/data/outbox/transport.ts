import { HTTPError } from 'ky';
import { imageLimits } from '../../contract/images.ts';
import { type NewPost, textOf } from '../../contract/posts.ts';
import type { ProblemCode } from '../../contract/problems.ts';
import { failureOf } from '../api/client.ts';
import { getImage, hasImage, putImage } from '../api/images.ts';
import { getOwnPost, getOwnPosts, type ListedPost, type OwnPosts } from '../api/own-posts.ts';
import { retryAfterMs } from '../api/retry-after.ts';
import { getVersion } from '../api/versions.ts';
import { type CreatedPost, createPost, deletePost, type EditedPost, editPost } from '../api/write-posts.ts';
import type { FetchImage } from '../images/store-draft-images.ts';
import { timeouts } from '../timeouts.ts';
import type { OutboxEntry } from './outbox-entry.ts';

/** The outcome of a call. */
export type SendOutcome =
  /** `post`: a new post as the own backend names it. */
  | { kind: 'taken'; post?: CreatedPost | undefined }
  | { kind: 'edited'; post: EditedPost }
  /** The post is not the version that the edit began from. `version`: its present one; 0 if unknown. */
  | { kind: 'outdated'; version: number }
  /** The post to be edited has been deleted. */
  | { kind: 'gone' }
  /** Another text has been published under the same key. Its post may be deleted since. */
  | { kind: 'arrived' }
  /** `image`: set where it was one of the entry's images. */
  | { kind: 'refused'; status: number; image?: string }
  | { kind: 'not let in'; status: number }
  /**
   * No usable answer. `holdFor`: the backend's `Retry-After`, in milliseconds, or 0. `needsToken`: the session cookie was
   * refused, so that only a page, which has the token, can go on.
   */
  | { kind: 'unanswered'; holdFor: number; needsToken?: true };

/** The outcome of an upload. */
export type ImageOutcome = { kind: 'taken' } | Extract<SendOutcome, { kind: 'refused' | 'not let in' | 'unanswered' }>;

/** How entries reach a backend. None of its calls rejects because of the network. */
export interface Transport {
  /** Whether the backend knows idempotency keys, so that a repeated call is harmless. */
  knowsKeys: boolean;
  send(entry: OutboxEntry): Promise<SendOutcome>;
  /** Uploads an image, which the backend may have already. */
  sendImage(name: string, bytes: ArrayBuffer, userId: string): Promise<ImageOutcome>;
  /** Whether the backend is known to have an image: not if it does not answer. */
  hasImage(name: string): Promise<boolean>;
  fetchImage: FetchImage;
  /** The author's own posts as the backend has them now; `undefined` when it does not answer. */
  ownPosts(userId: string): Promise<OwnPosts | undefined>;
  /** One of them with its whole text; `undefined` when the backend does not answer. */
  ownPost(id: string): Promise<ListedPost | 'gone' | undefined>;
  /** The text of any version of one of them; `undefined` when the backend does not answer. Only the own backend has it. */
  ownVersion(id: string, version: number): Promise<NewPost | 'gone' | undefined>;
}

/**
 * Sends entries with ky, as every call. A token is sent as the bearer token; without one (in the worker, which never
 * holds it) the browser sends the own backend's session cookie.
 */
export function callTransport(token: string | null, knowsKeys: boolean): Transport {
  return {
    knowsKeys,
    async send({ id, userId, work }) {
      const signal = AbortSignal.timeout(longestSending(work.post));
      try {
        const writing = { token, idempotencyKey: id, author: userId, signal };
        if (work.kind === 'publish') return { kind: 'taken', post: await createPost(work.post, writing) };
        if (work.kind === 'edit') {
          const { postId, post, base } = work;
          return { kind: 'edited', post: await editPost(postId, post, { ...writing, etag: base.etag }) };
        }
        await deletePost(work.postId, { author: userId, signal });
        return { kind: 'taken' };
      } catch (error) {
        if (work.kind === 'edit') return outcomeOfEdit(error, token !== null);
        console.error('Could not send an outbox entry; its new state says what happens now.', error);
        return knowsKeys && isKeyUsed(error) ? { kind: 'arrived' } : outcomeOf(error, token !== null);
      }
    },
    async sendImage(name, bytes, userId) {
      const signal = AbortSignal.timeout(longestUpload(bytes.byteLength));
      try {
        await putImage(name, bytes, { token, author: userId, signal });
        return { kind: 'taken' };
      } catch (error) {
        console.error('Could not upload an image; the state of its entry says what happens now.', error);
        return outcomeOfImage(error, token !== null, name);
      }
    },
    async hasImage(name) {
      try {
        return await hasImage(name, AbortSignal.timeout(timeouts.lookupTimeoutMs));
      } catch (error) {
        console.error('Could not ask whether the backend has an image; uploading it again.', error);
        return false;
      }
    },
    fetchImage: (name) => getImage(name, AbortSignal.timeout(longestUpload(imageLimits.bytes))),
    async ownPosts(userId) {
      try {
        return await getOwnPosts(userId, AbortSignal.timeout(timeouts.lookupTimeoutMs));
      } catch (error) {
        // The backend does not list this author yet: this is a first post.
        if (isNotFound(error)) return { posts: [], isWhole: true };
        console.error('Could not look for an earlier call; not sending the post yet.', error);
        return undefined;
      }
    },
    ownPost: (id) => lookUp((signal) => getOwnPost(id, signal)),
    ownVersion: (id, version) => lookUp(async (signal) => textOf(await getVersion(id, version, token, signal))),
  };
}

async function lookUp<T>(read: (signal: AbortSignal) => Promise<T>): Promise<T | 'gone' | undefined> {
  try {
    return await read(AbortSignal.timeout(timeouts.lookupTimeoutMs));
  } catch (error) {
    if (isNotFound(error)) return 'gone';
    console.error('Could not look for an earlier call; not sending the post yet.', error);
    return undefined;
  }
}

/** Timeout of a call in milliseconds: one second more for each thousand characters, for slow connections. */
export const longestSending = ({ content }: NewPost): number => timeouts.sendTimeoutMs + content.length;

/** Timeout of an upload in milliseconds: one second more for each thousand bytes. */
const longestUpload = (bytes: number): number => timeouts.sendTimeoutMs + bytes;

const isNotFound = (error: unknown): boolean => error instanceof HTTPError && error.response.status === 404;

/** Whether the own backend refused a second text under a key, whose post may be deleted since (410). */
export function isKeyUsed(error: unknown): boolean {
  if (!(error instanceof HTTPError)) return false;
  const { code }: { code?: ProblemCode } = Object(error.data);
  return code === 'idempotency_key_reused' || (error.response.status === 410 && code === 'post_not_found');
}

/** A 404 that is not the own backend's word about the post counts as `unanswered`, as it may be a gateway's. */
function outcomeOfEdit(error: unknown, hasToken: boolean): SendOutcome {
  if (!(error instanceof HTTPError)) return outcomeOf(error, hasToken);
  const { status } = error.response;
  const { code, version }: { code?: ProblemCode; version?: unknown } = Object(error.data);
  if (status === 412) return { kind: 'outdated', version: typeof version === 'number' ? version : 0 };
  console.error('Could not send an edit; its new state says what happens now.', error);
  if (status === 404) return code === 'post_not_found' ? { kind: 'gone' } : { kind: 'unanswered', holdFor: 0 };
  if (code === 'not_owner') return { kind: 'refused', status };
  return outcomeOf(error, hasToken);
}

function outcomeOfImage(error: unknown, hasToken: boolean, image: string): ImageOutcome {
  const outcome = outcomeOf(error, hasToken);
  return outcome.kind === 'refused' ? { ...outcome, image } : outcome;
}

/** A 401 or 403 counts as `unanswered` without a token: a page that has the token may still be let in. */
function outcomeOf(error: unknown, hasToken: boolean): Exclude<ImageOutcome, { kind: 'taken' }> {
  if (!(error instanceof HTTPError)) return { kind: 'unanswered', holdFor: 0 };
  const { status, headers } = error.response;
  if (failureOf(error) === 'unanswered') {
    return { kind: 'unanswered', holdFor: retryAfterMs(headers.get('Retry-After'), Date.now()) };
  }
  if (status !== 401 && status !== 403) return { kind: 'refused', status };
  return hasToken ? { kind: 'not let in', status } : { kind: 'unanswered', holdFor: 0, needsToken: true };
}
