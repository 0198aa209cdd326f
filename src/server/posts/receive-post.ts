import type { Context } from 'hono';
import type { GenericSchema } from 'valibot';
import type { NewPost } from '../../contract/posts.ts';
import { chargeEmptyWrite, expectSharesLeft, type Shares } from '../access/account-shares.ts';
import { requireUserForWrite } from '../access/authentication.ts';
import type { User } from '../access/sessions.ts';
import { longestPostBody, parseJson, readJsonBody } from '../http/json-body.ts';
import { networkOfClient } from '../http/request-context.ts';
import { createUploadBudget } from '../http/upload-budget.ts';
import { HttpError } from '../process/http-error.ts';
import { oneAtATime, WorkQueue } from '../process/work-queue.ts';
import type { Store } from '../store/schema.ts';
import { isIdempotencyKeyTaken } from './idempotency-keys.ts';
import type { MakeEntry, PostIndexer } from './post-index.ts';
import type { Written } from './publish-post.ts';

/**
 * In bytes: the most memory that bodies may take until their posts are stored. An author may send two of the longest
 * posts at once.
 */
const uploadBounds = { ofAuthor: 2 * longestPostBody, ofAll: 64 * 1024 * 1024 };

/** In bytes: parsing a body of this size or more takes long enough for other clients to notice (6 MB: 0.1 s). */
const largeBody = 64 * 1024;

/** Returns functions that receive posts, edits and deletions within the limits of their authors. */
export function postReceiver(store: Store, shares: Shares, indexer: PostIndexer) {
  const openUpload = createUploadBudget(uploadBounds);
  const largePosts = new WorkQueue(oneAtATime);

  /**
   * Runs `act`, and calls `chargeEmptyWrite` if it stores nothing or is refused, except with `busy`. `act` must report
   * the body's size by calling `read`.
   */
  const counted = async <Result extends Pick<Written, 'isStored'>>(
    author: User,
    act: (read: (bytes: number) => void) => Promise<Result>,
  ): Promise<Result> => {
    let bytes = 0;
    const wasted = () => chargeEmptyWrite(store, shares, author.id, bytes);
    const read = (length: number) => {
      bytes = length;
    };
    const written = await act(read).catch(async (error: unknown) => {
      if (error instanceof HttpError && error.code !== 'busy') await wasted();
      throw error;
    });
    if (!written.isStored) await wasted();
    return written;
  };

  /** Reads the body of a request to publish, edit or import, within its author's limits, and passes it to `write`. */
  const receive = async <Sent extends NewPost, Result extends Written>(
    c: Context,
    { schema, longest, key }: { schema: GenericSchema<unknown, Sent>; longest: number; key?: string | undefined },
    write: (author: User, sent: Sent, makeEntry: MakeEntry) => Promise<Result>,
  ): Promise<Result> => {
    const author = await requireUserForWrite(c, store);
    const isRepeat = key !== undefined && (await isIdempotencyKeyTaken(store, author, key));
    await expectSharesLeft(store, shares, author.id, !isRepeat);
    const makeEntry: MakeEntry = (post) => indexer(post, networkOfClient(c));
    return counted(author, async (read) => {
      using upload = openUpload(author.id);
      const body = await readJsonBody(c, longest, upload);
      upload.complete();
      read(body.length);
      // Checks again: while a slow body arrived, the account may have been suspended, deleted or given a new password.
      await requireUserForWrite(c, store);
      const work = async () => {
        const sent = parseJson(body, schema);
        return write(author, sent, makeEntry);
      };
      return await (body.length < largeBody ? work() : largePosts.run(work, networkOfClient(c)));
    });
  };

  return { counted, receive };
}
