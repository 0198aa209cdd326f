/** Returns the number of bytes of a text in UTF-8. */
export function bytesOf(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) bytes += bytesOfUnit(text.charCodeAt(at));
  return bytes;
}

/** Returns how many bytes a code unit takes in UTF-8. Each half of a surrogate pair counts two of the pair's four. */
export function bytesOfUnit(code: number): number {
  if (code < 0x80) return 1;
  return code < 0x800 || (code & 0xf800) === 0xd800 ? 2 : 3;
}
