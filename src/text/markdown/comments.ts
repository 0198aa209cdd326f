/**
 * Removes the HTML comments that the parser hides (`hide-comments.ts`). Does not parse the text, so it may mistake
 * unusual code for text.
 *
 * @param fill replaces each character of a comment
 */
export function withoutComments(text: string, fill = ''): string {
  if (!text.includes('<!--')) return text;
  let shown = '';
  let end = 0;
  for (const [from, to] of commentsIn(text)) {
    shown += text.slice(end, from) + fill.repeat(to - from);
    end = to;
  }
  return shown + text.slice(end);
}

/**
 * Matches the start of a fence, code or a comment, or an escaped character. Group 1 precedes a fence or comment in its
 * line.
 */
const opening = /^([ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)?)(`{3,}(?=[^`\n]*$)|~{3,}|<!--)|\\.|`+|<!--/gm;

function* commentsIn(text: string): Generator<[from: number, to: number]> {
  const nextClosing = nextIn(text, /-->/g);
  const nextBlankLine = nextIn(text, /\n[ \t]*\r?\n/g);
  let at = 0;
  for (let found = findFrom(opening, text, at); found; found = findFrom(opening, text, at)) {
    const [all, before = '', block] = found;
    const from = found.index + before.length;
    at = found.index + all.length;
    if (all.startsWith('`')) at = endOfCode(text, at, Math.min(nextBlankLine(at), at + longestCode), all.length) ?? at;
    else if (block && block !== '<!--') at = endOfFence(text, at, block);
    else if (all.endsWith('<!--')) {
      // `<!-->` and `<!--->` are complete comments (CommonMark, section 6.6).
      const closing = nextClosing(from + 2);
      const isClosed = closing < (block ? text.length : nextBlankLine(from));
      if (!isClosed) continue;
      at = closing + '-->'.length;
      yield [from, at];
    }
  }
}

function findFrom(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Returns a function that finds the first match at or after a position. Positions must never decrease. */
function nextIn(text: string, pattern: RegExp): (from: number) => number {
  let next = -1;
  return (from) => {
    if (next < from) next = findFrom(pattern, text, from)?.index ?? text.length;
    return next;
  };
}

function endOfFence(text: string, from: number, fence: string): number {
  for (let line = text.indexOf('\n', from) + 1; line > 0; line = text.indexOf('\n', line) + 1) {
    const next = text.indexOf('\n', line);
    const end = next === -1 ? text.length : next;
    const marks = text
      .slice(line, end)
      .replace(/^[ \t>]+/, '')
      .trimEnd();
    if (marks.length >= fence.length && marks === fence.charAt(0).repeat(marks.length)) return end;
  }
  return text.length;
}

/** How far inline code may reach, in UTF-16 code units: the parser does not format longer paragraphs. */
const longestCode = 10_000;

function endOfCode(text: string, from: number, end: number, length: number): number | undefined {
  for (const { 0: run, index } of text.slice(from, end).matchAll(/`+/g))
    if (run.length === length) return from + index + length;
  return undefined;
}
