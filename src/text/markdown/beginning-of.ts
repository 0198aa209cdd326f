import { withoutComments } from './comments.ts';

/** In UTF-16 code units: the limit of all definitions that are added to a beginning. */
const longestDefinitions = 10_000;

/** Matches the first line of a link's or a footnote's definition. */
const definition = /^ {0,3}\[[^[\]\n]+\]:.*/gm;

/**
 * Returns the beginning of a text, without comments. Adds the definitions of links and footnotes that stand behind it, because
 * it may use them.
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
