import { withoutComments } from './comments.ts';

/** In UTF-16 code units: of the definitions that a beginning takes along. */
const longestDefinitions = 10_000;

/** A definition of a link or footnote, as far as it stands in one line. */
const definition = /^ {0,3}\[[^[\]\n]+\]:.*/gm;

/**
 * The beginning of a text, for whoever needs only its first words: not cut within a comment, and with the definitions of
 * links and footnotes that may be used in it and stand behind it.
 * @param length in UTF-16 code units
 */
export function beginningOf(content: string, length: number): string {
  const text = withoutComments(content);
  if (text.length <= length) return text;
  const rest = text.slice(length);
  let definitions = '';
  for (const [line] of rest.matchAll(definition)) {
    if (definitions.length + line.length > longestDefinitions) break;
    definitions += `\n${line}`;
  }
  return `${text.slice(0, length)}\n${definitions}`;
}
