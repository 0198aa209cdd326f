import { imagesNamedIn } from '../../contract/named-images.ts';
import { readStoredImages } from '../images/stored-images.ts';
import type { OutboxEntry } from './outbox-entry.ts';

/** The images of an outbox entry that lie on this device: how many, how many the backend has, bytes left to send. */
export interface PendingImages {
  all: number;
  sent: number;
  bytes: number;
}

/** By the entry's id; entries without images are not among them. */
export async function readPendingImages(entries: readonly OutboxEntry[]): Promise<ReadonlyMap<string, PendingImages>> {
  const named = entries.map(({ id, work }) => ({ id, names: work.kind === 'delete' ? [] : imagesNamedIn(work.post) }));
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
