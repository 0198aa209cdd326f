const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML and XML, quoted attributes included. Removes characters that XML 1.0 does not allow. */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}

const longestEntity = Math.max(...Object.values(entities).map((entity) => entity.length));

/** An upper bound for the result of `escapeMarkup`, in bytes, at a small part of its cost. */
export function maxEscapedBytes(text: string): number {
  let escaped = 0;
  for (const character of Object.keys(entities)) {
    for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) escaped++;
  }
  return Buffer.byteLength(text) + (longestEntity - 1) * escaped;
}

/** JSON for a script element. Escapes `<`, as `</script` would end the element and `<!--` would start a comment. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
