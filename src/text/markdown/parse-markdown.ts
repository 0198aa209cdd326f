import { createParser, type ParseEnv } from './bounded-parser.ts';
import { withoutComments } from './comments.ts';
import { OutputBudget, TooComplexError } from './output-budget.ts';
import { blocksOf } from './tokens-to-tree.ts';
import type { Markdown } from './tree.ts';

export const parser = createParser();

/**
 * Formats a post's text: the only place that knows the rules. The same text gives the same tree everywhere, also when it
 * is too costly to format. Takes up to seconds for a hostile text of a million characters, so callers run long texts
 * off the thread that answers.
 */
export function parseMarkdown(content: string): Markdown {
  try {
    const budget = new OutputBudget(content);
    const env: ParseEnv = { budget };
    const blocks = blocksOf(parser.parse(content, env), budget);
    return { kind: 'formatted', blocks, room: budget.left };
  } catch (error) {
    if (!(error instanceof TooComplexError)) throw error;
    return asUnformatted(content);
  }
}

/** A text as it was written, but for its comments, with line ends as pages have them. */
export function asUnformatted(content: string): Markdown {
  return { kind: 'plain', text: withoutComments(content).replaceAll(/\r\n?/g, '\n') };
}
