import type { Database, StoreTransaction } from './schema.ts';

/** @property variant `''` for the image as it was uploaded */
export type ImageFile = { name: string; variant: string };

/**
 * Stores the bytes of images. The table `images` lists the images. An object store (S3) could implement this interface,
 * too.
 */
export interface ImageStore {
  /**
   * Stores a file; does nothing if the file exists.
   * @param work the transaction that locks the image's row until the file is stored
   */
  put(file: ImageFile, bytes: Uint8Array, work: StoreTransaction): Promise<void>;
  get(file: ImageFile): Promise<Buffer<ArrayBuffer> | undefined>;
  /**
   * Removes images with their variants; ignores missing ones.
   * @param work the transaction that removes the images' rows
   */
  remove(names: string[], work: StoreTransaction): Promise<void>;
}

/** Stores images in the database, so that a backup includes them and several servers share them. */
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
        .executeTakeFirst();
      return found && Buffer.from(new Uint8Array(found.bytes).buffer);
    },
    async remove(names, work) {
      await work.deleteFrom('image_files').where('image', 'in', names).execute();
    },
  };
}
