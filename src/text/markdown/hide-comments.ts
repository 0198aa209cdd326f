import type MarkdownIt from 'markdown-it';
import type { StateBlock, StateInline } from 'markdown-it';

/**
 * Hides the HTML comments of CommonMark (sections 4.6, kind 2, and 6.6). Shows an unclosed comment as text, because it
 * would hide all words below it. Text behind a comment on the same line becomes a paragraph.
 */
export function hideComments({ block, inline }: InstanceType<typeof MarkdownIt>): void {
  const paragraph = block.ruler.getRules('').at(-1);
  if (!paragraph) throw new Error('The parser has no rule for paragraphs');

  const hideBlock: typeof paragraph = (state, start, end, isSilent) => {
    const from = startOf(state, start);
    if (indentOf(state, start) >= 4 || !state.src.startsWith('<!--', from)) return false;
    if (lastClosingOf(state) < from + 2) return false;
    if (isSilent) return true;
    for (let line = start; line < end; line += 1) {
      if (line > start && indentOf(state, line) < 0 && !state.isEmpty(line)) {
        state.line = line;
        return true;
      }
      const rest = restOf(state.src.slice(startOf(state, line), state.eMarks[line]), line > start);
      if (rest === undefined) continue;
      state.line = line + 1;
      if (rest === '') return true;
      state.bMarks[line] = (state.eMarks[line] ?? 0) - rest.length;
      state.tShift[line] = 0;
      state.sCount[line] = state.blkIndent;
      return paragraph(state, line, end, false);
    }
    state.line = end;
    return true;
  };
  block.ruler.at('html_block', hideBlock, { alt: ['paragraph', 'reference', 'blockquote'] });
  inline.ruler.at('html_inline', hideInline);
}

/** The position of each text's last `-->`, so that each text is searched once. */
const lastClosings = new WeakMap<StateBlock, number>();

function lastClosingOf(state: StateBlock): number {
  const last = lastClosings.get(state) ?? state.src.lastIndexOf('-->');
  lastClosings.set(state, last);
  return last;
}

const indentOf = ({ sCount, blkIndent }: StateBlock, line: number): number => (sCount[line] ?? 0) - blkIndent;

const startOf = ({ bMarks, tShift }: StateBlock, line: number): number => (bMarks[line] ?? 0) + (tShift[line] ?? 0);

/**
 * Returns the rest of a line after the comments that it begins with; `undefined` if the line ends within a comment.
 * @param isIn whether the line begins within a comment
 */
function restOf(line: string, isIn: boolean): string | undefined {
  let rest = line;
  if (!isIn) rest = rest.slice(2);
  for (;;) {
    const at = rest.indexOf('-->');
    if (at === -1) return undefined;
    rest = rest.slice(at + 3).trimStart();
    if (!rest.startsWith('<!--')) return rest;
    // `<!-->` is a complete comment.
    rest = rest.slice(2);
  }
}

/** Paragraphs that are known to have no further `-->`, so that none is searched again. */
const unclosed = new WeakSet<StateInline>();

function hideInline(state: StateInline): boolean {
  const { src, pos, posMax } = state;
  if (!src.startsWith('<!--', pos) || unclosed.has(state)) return false;
  const at = src.indexOf('-->', pos + 2);
  if (at === -1) unclosed.add(state);
  if (at === -1 || at + 3 > posMax) return false;
  state.pos = at + 3;
  return true;
}
