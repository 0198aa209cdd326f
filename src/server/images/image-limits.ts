import type { ImageName } from '../../contract/images.ts';
import { chargeShares, expectSharesLeft } from '../access/account-shares.ts';
import { chargeAfterwards, type RateLimit } from '../access/rate-limits.ts';
import type { Database, Store } from '../store/schema.ts';
import { variantsOf } from './image-variants.ts';

/** The images and bytes that one account may upload in an hour; 0 means no limit. */
export type UploadLimits = { images: number; bytes: number };

/** High enough for an author who publishes a journey's pictures at once, and low enough to stop a program. */
export const defaultUploadLimits: UploadLimits = { images: 300, bytes: 400_000_000 };

/** How many bytes an image of this width may take in the end, with all of its variants: none is larger than itself. */
export const mostStored = (width: number, bytes: number): number => bytes * (1 + variantsOf(width).length);

/** In seconds. */
const window = 60 * 60;

function policiesOf({ images, bytes }: UploadLimits) {
  const policies = {
    images: { name: 'images-account', quota: images, window },
    bytes: { name: 'image-bytes-account', quota: bytes, window },
    /** Uploads that were read, and perhaps decoded, and refused. */
    refused: { name: 'refused-images-account', quota: images, window },
  };
  return policies satisfies Record<string, RateLimit>;
}

/**
 * Counts an image towards its author's hourly limits, in the transaction that stores it: with all of its variants, none
 * of which is larger. Readers have these made later, and must neither be refused for it nor use up an author's hour.
 * @throws {HttpError} posting_limit_reached
 */
export async function chargeImage(
  work: Database,
  limits: UploadLimits,
  userId: string,
  { width }: Pick<ImageName, 'width'>,
  bytes: number,
): Promise<void> {
  const policies = policiesOf(limits);
  await chargeShares(work, userId, [policies.images, 1], [policies.bytes, mostStored(width, bytes)]);
}

/** Counts an upload that was refused: without a limit, an account could have the server decode without end. */
export async function chargeRefused(store: Store, limits: UploadLimits, userId: string): Promise<void> {
  await chargeAfterwards(store, policiesOf(limits).refused, userId, 1);
}

/**
 * Checks the limits before an image is read, so that an author with nothing left need not send it.
 * @throws {HttpError} posting_limit_reached
 */
export async function expectUploadsAreOpen(store: Store, limits: UploadLimits, userId: string): Promise<void> {
  await expectSharesLeft(store, userId, Object.values(policiesOf(limits)));
}
