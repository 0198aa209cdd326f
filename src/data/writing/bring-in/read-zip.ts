import { bounds, type SourceFile, Unreadable } from './found-writing.ts';

/** Signatures and sizes of the records of a zip file (APPNOTE 6.3.10, 4.3). */
const end = { signature: 0x06054b50, bytes: 22, longestComment: 0xffff };
const central = { signature: 0x02014b50, bytes: 46, mostBytes: 50_000_000 };
const local = { signature: 0x04034b50, bytes: 30 };
/** Where a record says that the number is in a larger one (4.4.1.4). */
const inZip64 = { count: 0xffff, number: 0xffffffff };

interface Entry {
  name: string;
  isLocked: boolean;
  method: number;
  crc: number;
  packed: number;
  size: number;
  offset: number;
  lastModified: number;
}

/**
 * The files of a zip, in its order. Only its directory is read; the bytes of a file are when they are asked for, and never
 * more than were allowed, whatever the directory says of their number.
 *
 * @throws Unreadable
 */
export async function readZip(zip: Blob): Promise<SourceFile[]> {
  const entries = await readDirectory(zip);
  return entries
    .filter(({ name }) => !name.endsWith('/'))
    .map((entry) => ({
      path: pathOf(entry.name),
      size: entry.size,
      lastModified: entry.lastModified,
      bytes: (most) => unpack(zip, entry, most),
    }));
}

/** Below the root of the zip, whatever its name says. */
const pathOf = (name: string): string =>
  name
    .split(/[/\\]/)
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .join('/');

async function readDirectory(zip: Blob): Promise<Entry[]> {
  const tailAt = Math.max(0, zip.size - end.bytes - end.longestComment);
  const tail = await viewOf(zip, tailAt, zip.size);
  let at = tail.byteLength - end.bytes;
  while (at >= 0 && tail.getUint32(at, true) !== end.signature) at -= 1;
  if (at < 0) throw new Unreadable('It is not a zip file, or the end of it is missing.');
  const [count, bytes, offset] = [
    tail.getUint16(at + 10, true),
    tail.getUint32(at + 12, true),
    tail.getUint32(at + 16, true),
  ];
  if (count === inZip64.count || offset === inZip64.number) throw new Unreadable('It is a zip file of 4 GB or more.');
  if (count > bounds.files || bytes > central.mostBytes) throw new Unreadable('There are too many files in it.');
  if (offset + bytes > zip.size) throw new Unreadable('It is a damaged zip file.');
  return parseDirectory(await viewOf(zip, offset, offset + bytes), count);
}

function parseDirectory(view: DataView<ArrayBuffer>, count: number): Entry[] {
  const entries: Entry[] = [];
  try {
    for (let at = 0; entries.length < count; ) {
      if (view.getUint32(at, true) !== central.signature) throw new Unreadable('It is a damaged zip file.');
      const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
      const [nameLength, extra, comment] = [28, 30, 32].map((of) => view.getUint16(at + of, true));
      const name = new Uint8Array(view.buffer, view.byteOffset + at + central.bytes, nameLength);
      entries.push({
        name: new TextDecoder().decode(name),
        isLocked: (flags & 1) !== 0,
        method,
        crc: view.getUint32(at + 16, true),
        packed: view.getUint32(at + 20, true),
        size: view.getUint32(at + 24, true),
        offset: view.getUint32(at + 42, true),
        lastModified: timeOf(view.getUint16(at + 14, true), view.getUint16(at + 12, true)),
      });
      at += central.bytes + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
    }
  } catch (error) {
    if (error instanceof RangeError) throw new Unreadable('It is a damaged zip file.', { cause: error });
    throw error;
  }
  return entries;
}

/** A zip's time has no zone: it is that of wherever it was packed. */
function timeOf(date: number, time: number): number {
  const [year, month, day] = [1980 + (date >> 9), ((date >> 5) & 15) - 1, date & 31];
  return new Date(year, month, day, time >> 11, (time >> 5) & 63, 2 * (time & 31)).getTime();
}

async function unpack(zip: Blob, entry: Entry, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const { isLocked, method, crc, packed, size, offset } = entry;
  if (isLocked) throw new Unreadable('It is locked by a password.');
  if (method !== 0 && method !== 8) throw new Unreadable('It is packed in a way that this browser does not know.');
  if (packed === inZip64.number || size === inZip64.number) throw new Unreadable('It is too large.');
  if (size > most) throw new Unreadable('It is too large.');
  const header = await viewOf(zip, offset, offset + local.bytes);
  if (header.byteLength < local.bytes || header.getUint32(0, true) !== local.signature)
    throw new Unreadable('It is damaged.');
  const start = offset + local.bytes + header.getUint16(26, true) + header.getUint16(28, true);
  const stored = zip.slice(start, start + packed).stream();
  const bytes = await collect(method === 8 ? stored.pipeThrough(new DecompressionStream('deflate-raw')) : stored, most);
  if (bytes.length !== size || crc32(bytes) !== crc) throw new Unreadable('It is damaged.');
  return bytes;
}

/** @throws Unreadable as soon as there is more, without unpacking the rest of it. */
async function collect(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      length += next.value.length;
      if (length > most) throw new Unreadable('It is too large.');
      pieces.push(next.value);
    }
  } catch (error) {
    await reader.cancel().catch((reason: unknown) => console.debug('A stream had failed already.', reason));
    if (error instanceof Unreadable) throw error;
    throw new Unreadable('It is damaged.', { cause: error });
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

const viewOf = async (zip: Blob, from: number, to: number): Promise<DataView<ArrayBuffer>> =>
  new DataView(await zip.slice(from, to).arrayBuffer());

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 255] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}
