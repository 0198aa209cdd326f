import { createHash } from 'node:crypto';
import { type ImageName, imageNameOf } from '../../contract/images.ts';
import { chargeStored, type Shares } from '../access/account-shares.ts';
import { expectMayWrite } from '../access/expect-may-write.ts';
import type { User } from '../access/sessions.ts';
import { HttpError } from '../process/http-error.ts';
import type { Database, Store, StoreTransaction } from '../store/schema.ts';
import { decodeImage } from './image-codec.ts';
import { mostStored } from './image-limits.ts';
import { inspectImage } from './inspect-upload.ts';

/** In milliseconds: repeated uploads of an image within this time write nothing. */
const precision = 60 * 60 * 1000;

/**
 * Checks that the bytes are the image that their name describes; the decoder runs last, because it costs most.
 * @throws {HttpError} image_mismatch, image_unreadable, image_metadata, image_animated
 */
export async function checkImage(name: ImageName, bytes: Buffer): Promise<void> {
  const inspected = inspectImage(bytes);
  const { ending, width, height } = inspected;
  const is = `${width}x${height}.${ending}`;
  const should = `${name.width}x${name.height}.${name.ending}`;
  if (is !== should) throw new HttpError('image_mismatch', { detail: `is ${is}, but is named ${should}` });
  const digest = createHash('sha256').update(bytes).digest('hex');
  if (digest !== name.digest) throw new HttpError('image_mismatch', { detail: `has the digest ${digest}` });
  await decodeImage(bytes, inspected);
}

/**
 * Records a repeated upload of a stored image by the same account, so that the image stays another week. Other accounts
 * must send the bytes, so that they can't keep an image stored by knowing only its address.
 * @returns whether the upload was a repeat, so that the client need not send the bytes
 */
export async function noteRepeatedUpload({ db }: Store, user: User, name: string): Promise<boolean> {
  const uploaded = (database: Database) =>
    database
      .selectFrom('images')
      .select('unnamed_since')
      .where('name', '=', name)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('image_uploads')
            .select('image')
            .where('user_id', '=', user.id)
            .whereRef('image_uploads.image', '=', 'images.name'),
        ),
      );
  const found = await uploaded(db).executeTakeFirst();
  if (!found) return false;
  if (found.unnamed_since === null || Date.now() - Date.parse(found.unnamed_since) < precision) return true;
  return db.transaction().execute(async (work) => {
    // The lock waits for a concurrent removal, and a later removal waits for this transaction.
    const held = await uploaded(work).forNoKeyUpdate().execute();
    if (held.length === 0) return false;
    await noteUpload(work, name);
    return true;
  });
}

/**
 * Stores a checked image, and counts it with all its variants against the account's upload limits. An image that
 * another account has uploaded is treated like any other, so that the response does not reveal the other upload.
 * @returns whether the account has uploaded it for the first time
 * @throws {HttpError} not_authenticated or account_suspended if the user is logged out or suspended during the call;
 * posting_limit_reached
 */
export function storeImage(
  { db, imageStore }: Store,
  shares: Shares,
  user: User,
  name: ImageName,
  bytes: Buffer,
): Promise<boolean> {
  const image = imageNameOf(name);
  return db.transaction().execute(async (work) => {
    await expectMayWrite(work, user);
    // The update waits for a concurrent removal, and a later removal waits for this transaction.
    await work
      .insertInto('images')
      .values({ name: image, bytes: bytes.length, unnamed_since: new Date().toISOString() })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ bytes: bytes.length }))
      .execute();
    await imageStore.put({ name: image, variant: '' }, bytes, work);
    const { numInsertedOrUpdatedRows } = await work
      .insertInto('image_uploads')
      .values({ user_id: user.id, image })
      .onConflict((conflict) => conflict.columns(['user_id', 'image']).doNothing())
      .executeTakeFirstOrThrow();
    const isFirst = numInsertedOrUpdatedRows === 1n;
    const stored = { number: 1, bytes: mostStored(name.width, bytes.length) };
    if (isFirst) await chargeStored(work, shares, user.id, stored);
    await noteUpload(work, image);
    return isFirst;
  });
}

/** Sets `unnamed_since` to now, or to `null` if a post names the image: posts may be stored before their images. */
async function noteUpload(work: StoreTransaction, image: string): Promise<void> {
  const isNamed = await work.selectFrom('post_images').select('post_id').where('image', '=', image).executeTakeFirst();
  const unnamed_since = isNamed ? null : new Date().toISOString();
  await work.updateTable('images').set({ unnamed_since }).where('name', '=', image).execute();
}
