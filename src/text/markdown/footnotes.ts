import type MarkdownIt from 'markdown-it';
import type { Env, StateBlock, StateInline, Token } from 'markdown-it';

/** Identifies a footnote during a parse: its definition and all its references share one object. */
export class Footnote {}

/** The footnotes of each parse by their labels. */
const footnotes = new WeakMap<Env, Map<string, Footnote>>();

/** Returns the footnote that a definition's or a reference's token belongs to. */
export function footnoteOf({ meta }: Token): Footnote {
  const note = meta?.note;
  if (!(note instanceof Footnote)) throw new Error('A token belongs to no footnote');
  return note;
}

/** The longest label in characters, with its `[^` and `]`. The label itself has no brackets and no line break. */
const longestLabel = 1_000;

/** Adds GitHub's footnotes: references `[^label]`, and definitions `[^label]: text` that indented lines continue. */
export function readFootnotes({ block, inline, utils }: InstanceType<typeof MarkdownIt>): void {
  const labelAt = (text: string, at: number): { written: string; label: string } | undefined => {
    if (!text.startsWith('[^', at)) return undefined;
    const written = /^\[\^([^[\]\n]+)\]/.exec(text.slice(at, at + longestLabel));
    const label = utils.normalizeReference(written?.[1] ?? '');
    return written && label ? { written: written[0], label } : undefined;
  };

  const readDefinition = (state: StateBlock, line: number, end: number, isSilent: boolean): boolean => {
    if ((state.sCount[line] ?? 0) - state.blkIndent >= 4) return false;
    const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
    const found = labelAt(state.src, start);
    const colon = start + (found?.written.length ?? 0);
    if (!found || state.src[colon] !== ':') return false;
    if (isSilent) return true;
    const notes = footnotes.get(state.env) ?? new Map<string, Footnote>();
    footnotes.set(state.env, notes);
    const note = new Footnote();
    if (!notes.has(found.label)) notes.set(found.label, note);
    state.push('footnote_open', 'li', 1).meta = { note };
    parseWithin(state, line, end, colon + 1);
    state.push('footnote_close', 'li', -1);
    return true;
  };

  const readReference = (state: StateInline, isSilent: boolean): boolean => {
    const found = labelAt(state.src, state.pos);
    const note = found && footnotes.get(state.env)?.get(found.label);
    // In silent mode, the parser looks for a link's end. It would take a match for a nested link, and drop the outer.
    if (isSilent || !note || state.pos + found.written.length > state.posMax) return false;
    const token = state.push('footnote_reference', '', 0);
    token.content = found.written;
    token.meta = { note };
    state.pos += found.written.length;
    return true;
  };

  block.ruler.before('reference', 'footnote', readDefinition, { alt: ['paragraph', 'reference', 'blockquote'] });
  inline.ruler.before('link', 'footnote_reference', readReference);
}

/** Parses the text behind a definition's colon and the indented lines below it. */
function parseWithin(state: StateBlock, line: number, end: number, from: number): void {
  const { parentType } = state;
  const [bMarks = 0, tShift = 0, sCount = 0] = [state.bMarks[line], state.tShift[line], state.sCount[line]];
  const text = state.src.slice(from, state.eMarks[line]);
  const indent = text.length - text.trimStart().length;
  state.bMarks[line] = from;
  state.tShift[line] = indent;
  state.blkIndent += 4;
  state.sCount[line] = state.blkIndent;
  state.parentType = 'footnote';
  state.md.block.tokenize(state, line, end);
  state.parentType = parentType;
  state.blkIndent -= 4;
  state.bMarks[line] = bMarks;
  state.tShift[line] = tShift;
  state.sCount[line] = sCount;
}
