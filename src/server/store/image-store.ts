import type { Database, StoreTransaction } from './schema.ts';

/** @property variant `''` for the image as it was uploaded */
export type ImageFile = { name: string; variant: string };

/**
 * Stores the bytes of images in the database, so that a backup includes them and several servers share them. The table
 * `images` lists the images. An object store (S3) could have the same three functions.
 */
export function imagesInDatabase(reads: Database) {
  return {
    /**
     * Stores a file; does nothing if the file exists.
     * @param work the transaction that locks the image's row until the file is stored
     */
    async put({ name, variant }: ImageFile, bytes: Uint8Array, work: StoreTransaction): Promise<void> {
      await work
        .insertInto('image_files')
        .values({ image: name, variant, bytes })
        .onConflict((conflict) => conflict.columns(['image', 'variant']).doNothing())
        .execute();
    },
    async get({ name, variant }: ImageFile): Promise<Buffer<ArrayBuffer> | undefined> {
      const found = await reads
        .selectFrom('image_files')
        .select('bytes')
        .where('image', '=', name)
        .where('variant', '=', variant)
        .executeTakeFirst();
      return found && Buffer.from(new Uint8Array(found.bytes).buffer);
    },
    /**
     * Removes images with their variants; ignores missing images.
     * @param work the transaction that removes the images' rows
     */
    async remove(names: string[], work: StoreTransaction): Promise<void> {
      await work.deleteFrom('image_files').where('image', 'in', names).execute();
    },
  };
}
