/**
 * Control, format and invisible characters, and lone surrogates. A terminal may obey them, or show something
 * misleading.
 */
const misleading = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Escapes misleading characters as JSON does (`\u009b`), so that JSON on one line keeps its meaning. */
export function printable(text: string): string {
  return text.replaceAll(misleading, (found) => found.split('').map(escaped).join(''));
}

/** Escapes everything except printable ASCII, so that no character looks like another. */
export const inAscii = (text: string): string => text.replaceAll(/[^ -~]/g, escaped);

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
