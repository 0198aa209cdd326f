import { limits } from '../../contract/limits.ts';
import { splitMarkdown } from '../../text/file/markdown-file.ts';
import { parseMarkdown } from '../../text/markdown/parse-markdown.ts';
import { plainWords } from '../../text/markdown/plain-words.ts';
import { ConfigError } from '../process/config-error.ts';
import { isPageName, longestPageName } from './check-link.ts';
import { checkWords } from './check-words.ts';

const longestTitle = 120;

/** Matches a heading of the first level at the beginning of a text, in either of Markdown's forms. */
const firstHeading = /^ {0,3}(?:#(?:[ \t].*)?|\S.*\n {0,3}=+[ \t]*)(?:\n|$)/;

/**
 * Reads a page's title and text from Markdown. If the page begins with a heading, that is its title.
 * @throws {ConfigError} if the name or the text is not valid for a page
 */
export function checkPage(name: string, text: string): { title: string; content: string } {
  if (!isPageName(name))
    throw new ConfigError(`a page's name has at most ${longestPageName} letters from a to z, digits and hyphens`);
  if (text.length > limits.content) throw new ConfigError(`the page is longer than ${limits.content} characters`);
  const whole = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  // Refuses front matter, which other programs read, but Storyline would show as text.
  if (/^[\w-]+:/.test(splitMarkdown(whole).front ?? ''))
    throw new ConfigError('the page begins with metadata: remove it, and write the title as a heading, # Imprint');
  const begun = whole.replace(/^\s*\n/, '');
  const heading = firstHeading.exec(begun);
  if (!heading) return { title: name.slice(0, 1).toUpperCase() + name.slice(1).replaceAll('-', ' '), content: whole };
  const title = [...plainWords(parseMarkdown(heading[0]))].join(' ');
  return { title: checkWords('the title', title, longestTitle), content: begun.slice(heading[0].length).trimStart() };
}
