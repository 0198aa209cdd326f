/** A stretch of plain text, and what it looks like. Joined, the parts are the text as it was written. */
export type ProsePart =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'link'; text: string };

/** However many addresses a text is made of, no more of them become links. */
const mostLinks = 1_000;

/** No longer than an image's may be: what is longer is no address that anybody wrote. */
const addresses = /https?:\/\/[^\s<>"`]{1,2000}/g;

/**
 * Finds what is meant as code, by fences or by an indent after an empty line as people write it in plain text, and web
 * addresses. Nothing is taken away and nothing becomes markup.
 */
export function proseParts(content: string): ProsePart[] {
  const parts: ProsePart[] = [];
  let links = 0;
  for (const { isCode, text } of blocksOf(content.replaceAll(/\r\n?/g, '\n'))) {
    if (isCode) {
      parts.push({ kind: 'code', text });
      continue;
    }
    let end = 0;
    for (const found of text.matchAll(addresses)) {
      const link = withoutPunctuation(found[0]);
      if (!URL.canParse(link) || links === mostLinks) continue;
      links += 1;
      if (found.index > end) parts.push({ kind: 'text', text: text.slice(end, found.index) });
      parts.push({ kind: 'link', text: link });
      end = found.index + link.length;
    }
    if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  }
  return parts;
}

interface Block {
  isCode: boolean;
  text: string;
}

function blocksOf(content: string): Block[] {
  const lines = content.match(/[^\n]*\n|[^\n]+/g) ?? [];
  const blocks: Block[] = [];
  const add = (isCode: boolean, text: string) => {
    const last = blocks.at(-1);
    if (last && last.isCode === isCode && !isCode) last.text += text;
    else blocks.push({ isCode, text });
  };
  // Looked for once: a text of nothing but opening fences would be read to its end for each of them.
  const lastCloses = new Map(lines.map((line, index) => [line.trim(), index]));
  for (let at = 0; at < lines.length; ) {
    const end = codeEnd(lines, at, lastCloses);
    add(end > at, end > at ? lines.slice(at, end).join('') : (lines[at] ?? ''));
    at = Math.max(end, at + 1);
  }
  return blocks;
}

const isBlank = (line = '') => line.trim() === '';
const isIndented = (line = '') => /^(?: {4}|\t)/.test(line) && !isBlank(line);

/** Where the code that begins at this line ends; the line itself when none does. */
function codeEnd(lines: string[], at: number, lastCloses: Map<string, number>): number {
  const fence = fenceOf(lines[at]);
  if (fence !== undefined) {
    if ((lastCloses.get(fence) ?? at) <= at) return at;
    let close = at + 1;
    while (lines[close]?.trim() !== fence) close += 1;
    return close + 1;
  }
  if (!isIndented(lines[at]) || !isBlank(lines[at - 1])) return at;
  let end = at + 1;
  for (let next = end; next < lines.length && (isIndented(lines[next]) || isBlank(lines[next])); next += 1) {
    if (isIndented(lines[next])) end = next + 1;
  }
  return end;
}

const fenceOf = (line = ''): string | undefined => /^ {0,3}(```|~~~)[^`~]*$/.exec(line)?.[1];

/** A sentence's end is not the address's; a bracket is, if it was opened in it. */
function withoutPunctuation(address: string): string {
  let unopened = address.split(')').length - address.split('(').length;
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address[end - 1] ?? '';
    if (last === ')' && unopened <= 0) break;
    if (last === ')') unopened -= 1;
    if (!/[.,;:!?)\]}'’”…*_]/.test(last)) break;
  }
  return address.slice(0, end);
}
