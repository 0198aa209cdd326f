import { OutputBudget, TooComplexError } from './output-budget.ts';
import { parser } from './parse-markdown.ts';

/** Returns the addresses of a text's images, encoded as in a page; none if the text is too costly to format. */
export function imageAddresses(content: string): string[] {
  if (!content.includes('![')) return [];
  try {
    const tokens = parser.parse(content, { budget: new OutputBudget(content) });
    const images = tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type === 'image');
    return images.map((image) => String(image.attrGet('src')));
  } catch (error) {
    if (!(error instanceof TooComplexError)) throw error;
    return [];
  }
}

/** Matches the characters before an address in a link, an image or a definition. */
const beginning = /\](?:\(|:)\s*/g;

/**
 * Replaces the addresses of images. First puts a numbered address in place of each possible address, and parses the
 * text to learn which numbers belong to images.
 *
 * @param by returns an image's new address, or `undefined` to keep the old one
 */
export function withImageAddresses(content: string, by: (address: string) => string | undefined): string {
  const pieces: string[] = [];
  const found: { written: string; address: string }[] = [];
  let end = 0;
  beginning.lastIndex = 0;
  while (beginning.exec(content)) {
    const start = beginning.lastIndex;
    const { ok, pos, str } = parser.helpers.parseLinkDestination(content, start, content.length);
    const address = ok && pos > start ? by(parser.normalizeLink(str)) : undefined;
    if (address === undefined) continue;
    pieces.push(content.slice(end, start));
    found.push({ written: content.slice(start, pos), address });
    end = pos;
    beginning.lastIndex = pos;
  }
  if (found.length === 0) return content;
  pieces.push(content.slice(end));
  const join = (between: (at: number) => string) =>
    pieces.map((piece, at) => (at === 0 ? piece : between(at - 1) + piece)).join('');
  const numbers = new Set(imageAddresses(join((at) => `/image-number-${at}`)));
  return join((at) => (numbers.has(`/image-number-${at}`) ? found[at]?.address : found[at]?.written) ?? '');
}
