import { limits } from '../../contract/limits.ts';
import { withoutComments } from '../../text/markdown/comments.ts';

/** In UTF-16 code units: how much of a text is read for its summary, which is a tenth as long. */
export const summarised = 2_000;

/** Returns the beginning of a text without parsing it. Keeps Markdown, and removes comments. */
export const plainSummary = (content: string): string => summarise([withoutComments(content).slice(0, summarised)]);

/** In UTF-16 code units: how far back a cut may move to the end of a word. */
const near = 50;

const graphemes = new Intl.Segmenter();

/**
 * Returns the beginning of a text. Collapses whitespace, and cuts at the end of a word if a word ends nearby, else
 * between two graphemes.
 * @param pieces parts of the text; no word continues in the next part
 * @returns at most `limits.summary` UTF-16 code units, including the ellipsis
 */
export function summarise(pieces: Iterable<string>): string {
  let text = '';
  for (const piece of pieces) {
    for (const [word] of piece.matchAll(/\S+/gu)) {
      text += text ? ` ${word}` : word;
      if (text.length > limits.summary) return cut(text);
    }
  }
  return text;
}

function cut(text: string): string {
  const room = limits.summary - 1;
  const wordsEnd = text.lastIndexOf(' ', room);
  if (wordsEnd >= room - near) return `${text.slice(0, wordsEnd)}…`;
  const end = graphemes.segment(text.slice(0, room + near)).containing(room)?.index ?? room;
  if (end > 0) return `${text.slice(0, end)}…`;
  // One letter with hundreds of combining marks may be longer than a summary: cuts inside the letter, but not inside a
  // surrogate pair.
  const inside = text.slice(0, room);
  return `${inside.isWellFormed() ? inside : inside.slice(0, -1)}…`;
}
