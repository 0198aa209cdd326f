import { createHash } from 'node:crypto';
import type { ImageName } from '../../../contract/images.ts';
import type { Store, StoreTransaction } from '../../store/schema.ts';
import { HttpError } from '../http-error.ts';
import type { User } from '../sessions.ts';
import { expectMayWrite } from '../write-posts.ts';
import { decodeImage } from './image-codec.ts';
import { chargeImage, type UploadLimits } from './image-limits.ts';
import { inspectImage } from './inspect-image.ts';

/** In milliseconds: how exactly the time of an image's last upload is known, so that repeats seldom write. */
const precision = 60 * 60 * 1000;

/**
 * Checks that the bytes are what their name says: first what costs nothing, the decoder last.
 * @throws {HttpError} image_mismatch, image_unreadable, image_metadata, image_animated
 */
export async function checkImage(name: ImageName, bytes: Buffer): Promise<void> {
  const inspected = inspectImage(bytes);
  const { ending, width, height } = inspected;
  const is = `${width}x${height}.${ending}`;
  const should = `${name.width}x${name.height}.${name.ending}`;
  if (is !== should) throw new HttpError('image_mismatch', { detail: `is ${is} and not ${should}` });
  const digest = createHash('sha256').update(bytes).digest('hex');
  if (digest !== name.digest) throw new HttpError('image_mismatch', { detail: `has the digest ${digest}` });
  await decodeImage(bytes, inspected);
}

/**
 * Notes that an image which is there was uploaded again, so that it stays for another week.
 * @returns whether it is there; its bytes need not be sent then
 */
export async function noteRepeatedUpload({ db, lockRows }: Store, user: User, name: string): Promise<boolean> {
  const found = await db
    .selectFrom('images')
    .leftJoin('image_uploads', (join) =>
      join.onRef('image_uploads.image', '=', 'images.name').on('image_uploads.user_id', '=', user.id),
    )
    .select(['unnamed_since', 'user_id'])
    .where('name', '=', name)
    .executeTakeFirst();
  if (!found) return false;
  const isRecent = found.unnamed_since === null || Date.now() - Date.parse(found.unnamed_since) < precision;
  if (isRecent && found.user_id !== null) return true;
  return db.transaction().execute(async (work) => {
    // Whoever removes the image meanwhile has removed it, or waits.
    const held = await lockRows(work.selectFrom('images').select('unnamed_since').where('name', '=', name)).execute();
    if (held.length === 0) return false;
    await noteUpload(work, user, name);
    return true;
  });
}

/**
 * Stores an image that was checked, with its share of what its account may upload.
 * @returns whether it is new; somebody else may have uploaded the same meanwhile
 * @throws {HttpError} not_authenticated or account_suspended if its user has been logged out or suspended meanwhile,
 * posting_limit_reached
 */
export function storeImage(
  { db, lockRows, imageStore }: Store,
  limits: UploadLimits,
  user: User,
  name: string,
  bytes: Buffer,
): Promise<boolean> {
  return db.transaction().execute(async (work) => {
    await expectMayWrite(work, lockRows, user);
    const { numInsertedOrUpdatedRows } = await work
      .insertInto('images')
      .values({ name, bytes: bytes.length, unnamed_since: new Date().toISOString() })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .executeTakeFirstOrThrow();
    const isNew = numInsertedOrUpdatedRows === 1n;
    if (isNew) {
      await chargeImage(work, limits, user.id, bytes.length);
      await imageStore.put({ name, variant: '' }, bytes, work);
    }
    await noteUpload(work, user, name);
    return isNew;
  });
}

/** The post that names the image may have come before it. */
async function noteUpload(work: StoreTransaction, { id: user_id }: User, image: string): Promise<void> {
  const isNamed = await work.selectFrom('post_images').select('post_id').where('image', '=', image).executeTakeFirst();
  const unnamed_since = isNamed ? null : new Date().toISOString();
  await work.updateTable('images').set({ unnamed_since }).where('name', '=', image).execute();
  await work
    .insertInto('image_uploads')
    .values({ user_id, image })
    .onConflict((conflict) => conflict.columns(['user_id', 'image']).doNothing())
    .execute();
}
