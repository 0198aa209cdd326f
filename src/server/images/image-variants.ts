import { imageWidths } from '../../contract/images.ts';
import type { ImageFile } from '../store/image-store.ts';
import type { Store } from '../store/schema.ts';
import { makeVariant, type VariantFormat, variantTypes } from './image-codec.ts';

export type Variant = { width: (typeof imageWidths)[number]; format: VariantFormat };

/** Returns all variants that may be made of an image of this width. */
export function variantsOf(imageWidth: number): Variant[] {
  const formats = Object.keys(variantTypes) as VariantFormat[];
  const narrower = imageWidths.filter((width) => width < imageWidth);
  return narrower.flatMap((width) => formats.map((format) => ({ width, format })));
}

/** Returns the key under which a variant is stored. */
export function fileOfVariant(name: string, { width, format }: Variant): ImageFile {
  return { name, variant: `${width}.${format}` };
}

/**
 * Makes a variant and stores it, so that it is made once for all servers. Stores an empty file if the variant is not
 * smaller than its image, so that no server makes it again.
 * @returns `undefined` if there is no such image; empty if the image itself is to be served
 */
export async function makeAndStoreVariant(
  { db, imageStore }: Store,
  name: string,
  variant: Variant,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const original = await imageStore.get({ name, variant: '' });
  if (!original) return undefined;
  const made = await makeVariant(original, variant.width, variant.format);
  const bytes = made.length < original.length ? Buffer.from(new Uint8Array(made).buffer) : Buffer.alloc(0);
  await db.transaction().execute(async (work) => {
    // Stores no variant of a removed image, because nothing would ever remove the variant.
    const held = await work.selectFrom('images').select('name').where('name', '=', name).forNoKeyUpdate().execute();
    if (held.length > 0) await imageStore.put(fileOfVariant(name, variant), bytes, work);
  });
  return bytes;
}
