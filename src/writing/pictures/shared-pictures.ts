import { v7 as uuid } from 'uuid';
import { maxSharedPictures } from '../../contract/share-target.ts';
import { isQuotaExceeded } from '../../device/storage/quota.ts';
import type { RecordStore } from '../../device/storage/record-database.ts';
import { inTransaction, readRecord } from '../../device/storage/records.ts';
import { withEviction } from '../../device/storage/with-eviction.ts';
import { timeouts } from '../../device/timeouts.ts';
import { withTimeout } from '../../device/with-timeout.ts';

/**
 * Describes the pictures that another app shared in one go. Stored until drafts have all of them. Each picture's bytes
 * have a key of their own. `version`: the version of this format.
 */
interface SharedPictures {
  version: 1;
  id: string;
  /** The user who was logged in; `null` if there was none. With `null`, every user may take the pictures. */
  userId: string | null;
  /** In milliseconds since the epoch. */
  receivedAt: number;
  /** The files' names, as the other app gave them. */
  names: string[];
  /** The files' sizes in bytes, in the order of `names`. */
  sizes: number[];
}

/** `left`: the indexes in `names` of the pictures that no draft has yet. */
export type WaitingPictures = SharedPictures & { left: number[] };

/** Kept out of `storage-names.ts`, which is part of the script that every page loads first. */
const prefixes = { facts: 'shared-pictures/', bytes: 'shared-picture-bytes/' } as const;

const factsKey = (id: string) => prefixes.facts + id;
const bytesOf = (id: string) => `${prefixes.bytes}${id}/`;
const bytesKey = (id: string, index: number) => bytesOf(id) + index;

/** Returns the name of the Web Lock of a tab that puts shared pictures into its draft. */
export const sharedPicturesLock = (id: string) => `shared-pictures/${id}`;

/** How long shared pictures stay stored if no draft takes them, in milliseconds. */
const retentionMs = 30 * 24 * 60 * 60 * 1000;

/** The most bytes of all pictures that no draft has yet: any site can share pictures without asking the user. */
const maxWaitingBytes = 300_000_000;

/**
 * Stores pictures as they were shared, one after the other. If the quota is exceeded, evicts cached images, but no
 * text. Skips a picture for which there is no room, or that together with the pictures stored before exceeds
 * `maxSharedPictures` or `maxWaitingBytes`. If the database hangs, skips the rest.
 *
 * @returns the id of the stored pictures, if any is stored, and the reasons why others are not
 */
export async function storeSharedPictures(
  files: File[],
  userId: string | null,
  now = Date.now(),
): Promise<{ id?: string; failures: ('no room' | 'not stored')[] }> {
  const id = uuid();
  const [names, sizes] = [files.map(({ name }) => name), files.map(({ size }) => size)];
  const facts: SharedPictures = { version: 1, id, userId, receivedAt: now, names, sizes };
  let stored = 0;
  const failures: ('no room' | 'not stored')[] = [];
  for (const [index, file] of files.entries()) {
    try {
      // Stores bytes, because some browsers lose a stored Blob.
      const bytes = await file.arrayBuffer();
      const storing = withEviction(() => storePicture(facts, index, bytes));
      if (await withTimeout(timeouts.databaseTimeoutMs, storing)) stored += 1;
      else failures.push('no room');
    } catch (error) {
      console.error('Could not store a shared picture; leaving it out.', error);
      failures.push(isQuotaExceeded(error) ? 'no room' : 'not stored');
      // Each of the other pictures would time out, too.
      if (error instanceof DOMException && error.name === 'TimeoutError') break;
    }
  }
  return { ...(stored > 0 && { id }), failures };
}

/**
 * Stores a picture in the transaction that counts the stored pictures, so that concurrent shares keep the limits.
 *
 * @returns whether the limits left room for the picture
 */
const storePicture = (facts: SharedPictures, index: number, bytes: ArrayBuffer): Promise<boolean> =>
  inTransaction('readwrite', async (store) => {
    const sizes = (await waitingIn(store)).flatMap(({ left, sizes: all }) => left.map((place) => all[place] ?? 0));
    const total = sizes.reduce((sum, size) => sum + size, bytes.byteLength);
    if (sizes.length >= maxSharedPictures || total > maxWaitingBytes) return false;
    store.put(factsKey(facts.id), facts);
    store.put(bytesKey(facts.id, index), bytes);
    await store.commit();
    return true;
  });

async function waitingIn(store: RecordStore): Promise<WaitingPictures[]> {
  const [all, keys] = await Promise.all([store.getAll<SharedPictures>(prefixes.facts), store.keys(prefixes.bytes)]);
  const held = new Set(keys);
  return all.map((shared) => ({
    ...shared,
    left: shared.names.flatMap((_, index) => (held.has(bytesKey(shared.id, index)) ? [index] : [])),
  }));
}

/** Returns all shared pictures on the device, oldest first. */
export const readAllSharedPictures = async (): Promise<WaitingPictures[]> =>
  (await inTransaction('readonly', waitingIn)).sort((a, b) => a.receivedAt - b.receivedAt);

/** @throws RangeError if the picture is not on the device. */
export async function readSharedPicture(id: string, index: number): Promise<Blob> {
  const bytes = await readRecord<ArrayBuffer>(bytesKey(id, index));
  if (!bytes) throw new RangeError('The shared picture is not on this device any more');
  return new Blob([bytes]);
}

/** Removes a picture. After the last picture of a share, also removes its `SharedPictures`. */
export const removeSharedPicture = (id: string, index: number): Promise<void> =>
  inTransaction('readwrite', async (store) => {
    store.remove(bytesKey(id, index));
    if ((await store.keys(bytesOf(id))).length === 0) store.remove(factsKey(id));
    await store.commit();
  });

export const removeSharedPictures = (id: string): Promise<void> =>
  inTransaction('readwrite', async (store) => {
    for (const key of [factsKey(id), ...(await store.keys(bytesOf(id)))]) store.remove(key);
    await store.commit();
  });

/** Removes pictures that no draft has taken within `retentionMs`. */
export async function sweepSharedPictures(now = Date.now()): Promise<void> {
  for (const { id, receivedAt } of await readAllSharedPictures()) {
    if (now - receivedAt > retentionMs) await removeSharedPictures(id);
  }
}
