import { createParser } from '../../text/markdown/bounded-parser.ts';
import { OutputBudget, TooComplexError } from '../../text/markdown/output-budget.ts';
import { parser } from '../../text/markdown/parse-markdown.ts';

/** Matches a line that other programs do not read as prose: templates, attributes, notes, definitions, formulas. */
const ownLine = /^(?:\{[{%:<#]|\[\^|:|\||<|\*\[|\$\$|\\\[|!!!|%%|#|(?:import|export)\s)/;

/** Matches a line with a break that its author meant: two spaces, a backslash, HTML, or a template at its end. */
const ended = / {2}$|\\$|<br ?\/?>$|>$|[%}:]\}$/i;

/** Matches a line that is only a picture or a link. */
const alone = /^!?\[[^\]]*\]\([^()\s]*\)$/;

/**
 * Joins the lines of paragraphs that were wrapped at a column. CommonMark (6.8) shows a line's end as a space, but
 * Storyline shows it as a line break. Keeps code, tables, HTML, and the breaks that the author marked.
 */
export function joinLines(content: string): string {
  if (!content.includes('\n')) return content;
  try {
    const lines = content.split('\n');
    const joined: string[] = [];
    let end = 0;
    for (const { start, words } of paragraphsOf(content)) {
      for (; end < start; end++) joined.push(lines[end] ?? '');
      const own = lines.slice(start, start + words.length);
      joined.push(...joinedParagraph(own, words));
      end = start + words.length;
    }
    return [...joined, ...lines.slice(end)].join('\n');
  } catch (error) {
    if (!(error instanceof TooComplexError)) throw error;
    return content;
  }
}

/**
 * Returns each paragraph of several lines: the index of its first line, and its lines without the marks of quotes and
 * lists.
 */
function paragraphsOf(content: string): { start: number; words: string[] }[] {
  const blocks = createParser();
  // Lets the parser tell HTML from paragraphs; nothing is rendered.
  blocks.set({ html: true });
  blocks.core.ruler.enableOnly(['normalize', 'block']);
  const tokens = blocks.parse(content, { budget: new OutputBudget(content) });
  return tokens.flatMap((token, at) => {
    const isOfText = token.type === 'inline' && /^(?:paragraph|heading)_open$/.test(tokens[at - 1]?.type ?? '');
    const words = isOfText ? token.content.split('\n') : [];
    return token.map && words.length > 1 ? [{ start: token.map[0], words }] : [];
  });
}

function joinedParagraph(lines: string[], words: string[]): string[] {
  if (words.some((line, at) => !lines[at]?.trimEnd().endsWith(line.trim()))) return lines;
  let current = [lines[0] ?? ''];
  const joined = [current];
  for (const [at, line] of words.entries()) {
    if (at === 0) continue;
    const before = words[at - 1] ?? '';
    if (isKept(before, line.trim())) {
      current = [lines[at] ?? ''];
      joined.push(current);
    } else {
      current.push(`${current.pop()?.trimEnd()}${between(before.trim(), line.trim())}`, line.trimStart());
    }
  }
  return joined.map((pieces) => pieces.join(''));
}

const isKept = (before: string, next: string): boolean =>
  ended.test(before) ||
  ownLine.test(next) ||
  ownLine.test(before.trim()) ||
  (alone.test(before.trim()) && alone.test(next));

const wide =
  /[\p{Script_Extensions=Han}\p{Script_Extensions=Hira}\p{Script_Extensions=Kana}\p{Script_Extensions=Bopo}\p{Script_Extensions=Yiii}\u3000-\u303f\uff00-\uff60]/u;

/**
 * Returns the separator of two joined lines: a space, or `''` within Chinese or Japanese (CSS Text, 4.1.3). Skips
 * Markdown's marks at the joint.
 */
function between(before: string, next: string): string {
  const tail = before.slice(-500);
  // regexp input: at most 500 characters of a line
  const end = tail.replace(/(?:[*_~`]|\]\([^()\s]*\))+$/, '');
  const start = next.replace(/^[*_~`![]+/, '');
  if (!wide.test([...end.slice(-2)].at(-1) ?? '') || !wide.test([...start.slice(0, 2)][0] ?? '')) return ' ';
  const isMarked = end !== tail || start !== next;
  // Keeps the space if a mark would not format its words without it.
  return isMarked && countMarks(before + next) !== countMarks(`${before} ${next}`) ? ' ' : '';
}

const countMarks = (line: string): number =>
  parser
    .parseInline(line, { budget: new OutputBudget(line) })
    .flatMap(({ children }) => children ?? [])
    .filter(({ nesting }) => nesting > 0).length;
