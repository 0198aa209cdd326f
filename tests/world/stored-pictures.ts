import type { Device } from './device.ts';

const prefix = 'image-bytes/';

/** Returns the pictures that the device has stored for unpublished texts, by name. */
export function storedPictures(device: Device): Map<string, Uint8Array> {
  const records = [...device.records()].filter(([key]) => key.startsWith(prefix));
  return new Map(
    records.flatMap(([key, bytes]) =>
      bytes instanceof ArrayBuffer ? [[key.slice(prefix.length), new Uint8Array(bytes)]] : [],
    ),
  );
}
