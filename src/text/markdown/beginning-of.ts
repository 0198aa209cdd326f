import { withoutComments } from './comments.ts';

/** The maximum length of the definitions that are added to a beginning, in UTF-16 code units. */
const longestDefinitions = 10_000;

/** Matches the first line of a link's or a footnote's definition. */
const definition = /^ {0,3}\[[^[\]\n]+\]:.*/gm;

/**
 * Returns the beginning of a text, without comments. Adds the definitions of links and footnotes from the rest of the
 * text, because the beginning may use them.
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
