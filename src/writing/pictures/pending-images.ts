import { imagesNamedIn } from '../../contract/named-images.ts';
import type { PostRecord } from '../record/post-record.ts';
import { readStoredImages } from './stored-images.ts';

/** The images of a text that waits which lie on this device: how many, how many the backend has, bytes left to send. */
export interface PendingImages {
  all: number;
  sent: number;
  bytes: number;
}

/** By the record's id; those without images are not among them. */
export async function readPendingImages(records: readonly PostRecord[]): Promise<ReadonlyMap<string, PendingImages>> {
  const named = records.map(({ id, pending }) => ({
    id,
    names: pending?.kind === 'text' ? imagesNamedIn(pending.text) : [],
  }));
  if (named.every(({ names }) => names.length === 0)) return new Map();
  const stored = await readStoredImages();
  return new Map(
    named.flatMap(({ id, names }) => {
      const images = stored.filter(({ name }) => names.includes(name));
      const left = images.filter(({ uploadedAt }) => uploadedAt === undefined);
      const bytes = left.reduce((sum, image) => sum + image.bytes, 0);
      return images.length === 0
        ? []
        : [[id, { all: images.length, sent: images.length - left.length, bytes }] as const];
    }),
  );
}
