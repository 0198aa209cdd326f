import { createParser, type ParseEnv } from './bounded-parser.ts';
import { withoutComments } from './comments.ts';
import { OutputBudget, TooComplexError } from './output-budget.ts';
import { blocksOf } from './tokens-to-tree.ts';
import type { Markdown } from './tree.ts';

export const parser = createParser();

/**
 * Parses a post's text. A text gives the same tree everywhere, even if it is too costly to format. Parse long texts off
 * the main thread, because a hostile text of a million characters takes up to seconds.
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

/** Returns a text unformatted: without comments, and with `\n` for every line break. */
export function asUnformatted(content: string): Markdown {
  return { kind: 'plain', text: withoutComments(content).replaceAll(/\r\n?/g, '\n') };
}
