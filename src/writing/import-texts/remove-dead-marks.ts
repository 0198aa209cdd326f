import type { PhrasingContent } from 'mdast';
import { parseMarkdown, parser } from '../../text/markdown/parse-markdown.ts';
import { plainWords } from '../../text/markdown/plain-words.ts';

type Mark = Extract<PhrasingContent, { type: 'strong' | 'emphasis' | 'delete' }>;

const isMark = (node: PhrasingContent): node is Mark =>
  node.type === 'strong' || node.type === 'emphasis' || node.type === 'delete';

/** How many characters of Markdown may be parsed per line, to find the marks that format nothing. */
const mostTried = 300_000;

/**
 * Returns a line without the marks that readers would see as characters, as in `**(a)**b`, which is not bold. Tries one
 * mark after the other. After `mostTried` characters, removes the remaining marks untried.
 *
 * @param write writes the line as Markdown
 */
export function withoutDeadMarks(
  line: PhrasingContent[],
  write: (line: PhrasingContent[]) => string,
): PhrasingContent[] {
  const [, tidy] = withoutEdges(tidied(line, new Set()));
  const marks = marksIn(tidy);
  if (marks.length === 0) return tidy;
  const words = (without: ReadonlySet<Mark>): string =>
    [...plainWords(parseMarkdown(write(unmarked(tidy, without))))].join('\n');
  const out = new Set(marks);
  const expected = words(out);
  if (words(new Set()) === expected) return tidy;
  for (const mark of marks.slice(0, mostTried / expected.length)) {
    out.delete(mark);
    if (words(out) !== expected) out.add(mark);
  }
  return unmarked(tidy, out);
}

const marksIn = (line: PhrasingContent[]): Mark[] =>
  line.flatMap((node) => ('children' in node ? [...(isMark(node) ? [node] : []), ...marksIn(node.children)] : []));

const unmarked = (line: PhrasingContent[], out: ReadonlySet<Mark>): PhrasingContent[] =>
  line.flatMap((node) => {
    if (!('children' in node)) return [node];
    const children = unmarked(node.children, out);
    return isMark(node) && out.has(node) ? children : [{ ...node, children }];
  });

/** Merges adjacent equal marks, removes empty marks and marks within an equal mark, and moves spaces out of marks. */
function tidied(line: PhrasingContent[], within: ReadonlySet<PhrasingContent['type']>): PhrasingContent[] {
  const found: PhrasingContent[] = [];
  for (const node of line) {
    const last = found.at(-1);
    if (node.type === 'text') {
      for (const piece of within.has('link') ? [node] : withAddresses(node.value)) found.push(piece);
    } else if (node.type === 'break') {
      if (last?.type !== 'break') found.push(node);
    } else if ('children' in node) {
      const children = tidied(node.children, new Set([...within, node.type]));
      if (within.has(node.type)) {
        found.push(...children);
        continue;
      }
      const [before, inner, after] = withoutEdges(children);
      found.push(...before);
      const touched = found.at(-1);
      if (isMark(node) && touched?.type === node.type) touched.children.push(...inner);
      else if (inner.length > 0) found.push({ ...node, children: inner });
      found.push(...after);
    } else found.push(node);
  }
  return found;
}

/** Splits a line into its leading spaces and breaks, its content, and its trailing spaces and breaks. */
function withoutEdges(line: PhrasingContent[]): [PhrasingContent[], PhrasingContent[], PhrasingContent[]] {
  const isSpace = (node: PhrasingContent | undefined) =>
    node?.type === 'break' || (node?.type === 'text' && node.value.trim() === '');
  const inner = line.flatMap((node) => (node.type === 'text' ? splitEdges(node.value) : [node]));
  let [start, end] = [0, inner.length];
  while (start < end && isSpace(inner[start])) start += 1;
  while (end > start && isSpace(inner[end - 1])) end -= 1;
  return [inner.slice(0, start), inner.slice(start, end), inner.slice(end)];
}

function splitEdges(text: string): PhrasingContent[] {
  const start = text.length - text.trimStart().length;
  const end = Math.max(start, text.trimEnd().length);
  return [text.slice(0, start), text.slice(start, end), text.slice(end)]
    .filter((value) => value !== '')
    .map((value) => ({ type: 'text', value }));
}

/** Turns bare addresses into links, because `toMarkdown` adds backslashes to a bare address but not to such a link. */
function withAddresses(text: string): PhrasingContent[] {
  const found: PhrasingContent[] = [];
  let end = 0;
  for (const { index, lastIndex, url } of parser.linkify.match(text) ?? []) {
    const words = [text.slice(end, index), text.slice(index, lastIndex)].map((value) => ({
      type: 'text' as const,
      value,
    }));
    found.push(...words.slice(0, 1), { type: 'link', url, children: words.slice(1) });
    end = lastIndex;
  }
  return [...found, { type: 'text', value: text.slice(end) }];
}
