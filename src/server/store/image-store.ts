import { type SqlBool, sql } from 'kysely';
import type { Database, StoreTransaction } from './schema.ts';

/** @property variant `''` for the image as it was uploaded */
export type ImageFile = { name: string; variant: string };

/**
 * Where the bytes of images are. `images` in the database says which there are; a store of objects (S3) could stand behind
 * this as well.
 */
export interface ImageStore {
  /**
   * Stores a file; if it is there already, nothing happens.
   * @param work the transaction that holds the image's row until the file is stored
   */
  put(file: ImageFile, bytes: Uint8Array, work: StoreTransaction): Promise<void>;
  get(file: ImageFile): Promise<Buffer<ArrayBuffer> | undefined>;
  /**
   * Removes images with their variants; those that are not there are passed over.
   * @param work the transaction that removes the images' rows
   */
  remove(names: string[], work: StoreTransaction): Promise<void>;
}

/**
 * Whether the accounts that uploaded the image, and those whose posts name it, are all being deleted, bit by bit. Looks
 * for that only while any account is.
 */
function isHidden(name: string) {
  const uploads = (deleted: 'null' | 'not null') => sql`exists (select 1 from image_uploads
    join users on users.id = image_uploads.user_id
    where image_uploads.image = ${name} and users.deleted_at is ${sql.raw(deleted)})`;
  return sql<SqlBool>`(exists (select 1 from users where deleted_at is not null)
    and ${uploads('not null')} and not ${uploads('null')} and not exists (select 1 from post_images
      join posts on posts.id = post_images.post_id join users on users.id = posts.author_id
      where post_images.image = ${name} and users.deleted_at is null))`;
}

/** In the database, so that backups and several servers need nothing more. */
export function imagesInDatabase(reads: Database): ImageStore {
  return {
    async put({ name, variant }, bytes, work) {
      await work
        .insertInto('image_files')
        .values({ image: name, variant, bytes })
        .onConflict((conflict) => conflict.columns(['image', 'variant']).doNothing())
        .execute();
    },
    async get({ name, variant }) {
      const found = await reads
        .selectFrom('image_files')
        .select('bytes')
        .where('image', '=', name)
        .where('variant', '=', variant)
        .where(({ not }) => not(isHidden(name)))
        .executeTakeFirst();
      return found && Buffer.from(new Uint8Array(found.bytes).buffer);
    },
    async remove(names, work) {
      await work.deleteFrom('image_files').where('image', 'in', names).execute();
    },
  };
}
