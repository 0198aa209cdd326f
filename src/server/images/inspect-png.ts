import { inflateSync } from 'node:zlib';
import { neededPngChunks } from '../../contract/image-parts.ts';
import { messageOf } from '../process/message-of.ts';
import { animated, hasMetadata, unreadable } from './image-errors.ts';

const ofAnimations = new Set(['acTL', 'fcTL', 'fdAT']);

/** In bytes: no colour profile of a camera or an editor is longer. */
const longestProfile = 1_000_000;

const signature = 8;
/** Size of a chunk without its data, in bytes: 4 each for length, type and checksum. */
const around = 12;

/** Checks the chunks; returns the size. @throws {HttpError} image_unreadable, image_metadata, image_animated */
export function inspectPng(bytes: Buffer): { width: number; height: number } {
  let size: { width: number; height: number } | undefined;
  let hasProfile = false;
  for (let at = signature; at + around <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const next = at + around + length;
    if (next > bytes.length) break;
    if (ofAnimations.has(type)) throw animated();
    if (!neededPngChunks.has(type)) throw hasMetadata(type);
    if ((type === 'IHDR') !== (at === signature)) break;
    if (type === 'IHDR') size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    if (type === 'iCCP') {
      // Checked before any profile is unpacked: 600 of them would take more than a second.
      if (hasProfile) throw unreadable('has several colour profiles');
      hasProfile = true;
      expectProfile(bytes.subarray(at + 8, at + 8 + length));
    }
    if (type === 'IEND') {
      if (next !== bytes.length || length > 0) throw unreadable('goes on after its end');
      if (size) return size;
    }
    at = next;
  }
  throw unreadable('lacks some of its chunks');
}

/**
 * Checks that a colour profile unpacks within `longestProfile`. The profile is compressed, after a name and two zero
 * bytes. The decoder ignores larger profiles, but readers' browsers would get them.
 */
function expectProfile(data: Buffer): void {
  const begin = data.indexOf(0) + 2;
  try {
    inflateSync(data.subarray(begin), { maxOutputLength: longestProfile });
  } catch (cause) {
    throw unreadable(`has a colour profile that can't be unpacked: ${messageOf(cause)}`);
  }
}
