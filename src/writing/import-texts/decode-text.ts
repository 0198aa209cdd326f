import { Unreadable } from './found-writing.ts';

/**
 * Decodes a file by its byte order mark, else by its XML declaration, else as UTF-8. Removes the mark.
 *
 * @throws Unreadable if the encoding is unknown or the bytes are invalid in it, because a guess would corrupt the text
 */
export function decodeText(bytes: Uint8Array): string {
  const label = byteOrderMark(bytes) ?? declared(bytes) ?? 'utf-8';
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Unreadable('It is not UTF-8 text. Save it as UTF-8, and choose it again.', { cause: error });
  }
}

function byteOrderMark([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return undefined;
}

function declared(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 200));
  return /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(start)?.[1];
}
