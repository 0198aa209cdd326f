import { type ImageEnding, imageTypes, parseImageName } from '../../contract/images.ts';
import { replaceRecord } from '../../device/storage/record-changes.ts';
import { readRecord, readRecords, writeRecords } from '../../device/storage/records.ts';
import { withEviction } from '../../device/storage/with-eviction.ts';
import { evictionsForTexts } from '../../reading/store/evict-reading.ts';

/**
 * Describes an image that this device stores because an author's text names it. The bytes have a key of their own, so
 * that listing the images does not read them. `version`: the version of this format.
 */
export interface StoredImage {
  version: 1;
  name: string;
  /** Size in bytes. */
  bytes: number;
  /** In milliseconds since the epoch, like the two timestamps below. */
  storedAt: number;
  /** When the last confirmed upload began. */
  uploadedAt?: number;
  /** When the app first found that no text on this device names the image. */
  unnamedSince?: number;
}

/** Kept out of `storage-names.ts`, which is part of the script that every page loads first. */
export const imagePrefixes = { facts: 'image/', bytes: 'image-bytes/' } as const;

export const factsKey = (name: string) => imagePrefixes.facts + name;
export const bytesKey = (name: string) => imagePrefixes.bytes + name;

/**
 * Stores an image. If the quota is exceeded, evicts cached images and unpinned posts.
 *
 * @throws DOMException `QuotaExceededError` if evicting is not enough.
 */
export function storeImage(name: string, bytes: ArrayBuffer, now = Date.now()): Promise<void> {
  const facts: StoredImage = { version: 1, name, bytes: bytes.byteLength, storedAt: now };
  return withEviction(
    () => writeRecords({ put: { [factsKey(name)]: facts, [bytesKey(name)]: bytes } }),
    evictionsForTexts,
  );
}

export const readStoredImages = (): Promise<StoredImage[]> => readRecords<StoredImage>(imagePrefixes.facts);

export const readImageBytes = (name: string): Promise<ArrayBuffer | undefined> => readRecord(bytesKey(name));

export const markUploaded = (name: string, now: number): Promise<boolean> =>
  withEviction(
    () => replaceRecord<StoredImage>(factsKey(name), (facts) => ({ [factsKey(name)]: { ...facts, uploadedAt: now } })),
    evictionsForTexts,
  );

export const imageTypeOf = (name: string): string =>
  imageTypes[parseImageName(name)?.ending ?? ('' as ImageEnding)] ?? 'application/octet-stream';

/** Returns the image in a response like the backend's. */
export const imageResponse = (name: string, bytes: ArrayBuffer): Response =>
  new Response(bytes, { headers: { 'Content-Type': imageTypeOf(name), 'Content-Length': String(bytes.byteLength) } });
