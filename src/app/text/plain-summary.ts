import { parseMarkdown } from '../../text/markdown/parse-markdown.ts';
import { plainWords } from '../../text/markdown/plain-words.ts';

/** In UTF-16 code units: a card has room for two lines, and a list may have thousands of cards. */
const longest = 600;

/** Returns a summary's words without marks of Markdown. */
export const plainSummaryOf = (summary: string): string =>
  [...plainWords(parseMarkdown(summary.slice(0, longest)))].join(' ').replaceAll(/\s+/g, ' ').trim();
