/** Control, format and invisible characters and lone surrogates: a terminal obeys them, or shows a text as another one. */
const misleading = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Escapes such characters as JSON does (`\u009b`). Text that is JSON, on one line, keeps its meaning. */
export function printable(text: string): string {
  return text.replaceAll(misleading, (found) => found.split('').map(escaped).join(''));
}

/** The same for all but printable ASCII, in which every letter is itself. */
export const inAscii = (text: string): string => text.replaceAll(/[^ -~]/g, escaped);

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
