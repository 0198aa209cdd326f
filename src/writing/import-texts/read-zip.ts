import {
  BlobReader,
  configure,
  type FileEntry,
  Uint8ArrayWriter,
  ZipReader,
} from '@zip.js/zip.js/lib/zip-core-custom.js';
import { bounds, type SourceFile, Unreadable } from './found-writing.ts';

// The page's policy forbids the workers that the library would start.
configure({ useWebWorkers: false });

/** Accepts a zip whose headers disagree, as Windows, macOS and Linux do. */
const options = { strictness: 'tolerant', decodeText, checkCrc32: true } as const;

/**
 * Returns the files of a zip, in its order. Reads only the zip's directory. `bytes` unpacks a file on demand, and never
 * more than its caller allows, whatever size the directory states.
 *
 * @throws Unreadable
 */
export async function readZip(zip: Blob): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  try {
    for await (const entry of new ZipReader(new BlobReader(zip), options).getEntriesGenerator()) {
      if (files.length === bounds.files) throw new Unreadable('There are too many files in it.');
      if (entry.directory) continue;
      files.push({
        path: pathOf(entry.filename),
        lastModified: entry.lastModDate.getTime(),
        bytes: (most) => unpack(entry, most),
      });
    }
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    throw new Unreadable('It is not a zip file, or is damaged.', { cause: error });
  }
  return files;
}

/**
 * Decodes a file name as UTF-8, which many programs write without setting the zip's UTF-8 flag. `undefined` lets the
 * library decode other names: without that flag, they are in CP437 (APPNOTE 6.3.10, D.1).
 */
function decodeText(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(bytes);
  return text.includes('\ufffd') ? undefined : text;
}

/** Returns a path below the root of the zip, whatever the name says. */
const pathOf = (name: string): string =>
  name
    .split(/[/\\]/)
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .join('/');

async function unpack(entry: FileEntry, most: number): Promise<Uint8Array<ArrayBuffer>> {
  if (entry.encrypted) throw new Unreadable('It is locked by a password.');
  if (![0, 8].includes(entry.compressionMethod)) throw new Unreadable('This browser cannot unpack it.');
  if (entry.uncompressedSize > most) throw new Unreadable('It is too large.');
  try {
    // Fails at the first byte beyond the size that the zip's directory states.
    return await entry.getData(new Uint8ArrayWriter());
  } catch (error) {
    throw new Unreadable('It is damaged.', { cause: error });
  }
}
