import type { Inline, ItemChild, Markdown } from './tree.ts';

/** Maximums. `topic`: a topic's length in UTF-16 code units. `inText`: the number of topics of one text. */
const most = { topic: 60, inText: 100 } as const;

const letter = '[\\p{L}\\p{N}\\p{M}_]';
/** Characters within words of Persian, Sinhala and Catalan: joiners, and the middle dot. */
const joiner = '[\\u200c\\u200d\\u00b7]';

/**
 * Matches a `#` and the word behind it, as in `#rust`. Nothing matches behind a word, an address or another `#`, as in
 * `C#`, `a#b` or `/#top`. A number alone is no topic: `#12` is an issue.
 */
// regexp input: at most 60 letters after each `#`
const pattern = new RegExp(
  `(?<![\\p{L}\\p{N}\\p{M}_&/#＃])[#＃](?=[\\p{N}_]*\\p{L})(${letter}(?:${joiner}?${letter}){0,${most.topic - 1}})(?!${letter}|[#＃])`,
  'gu',
);

/** A piece of text, or a topic as its author wrote it, with its `#`. */
export type TopicPiece = string | { topic: string; written: string };

/** Splits a text into its topics and the text between them. */
export function splitTopics(text: string): TopicPiece[] {
  if (!mayHaveSign(text)) return [text];
  const pieces: TopicPiece[] = [];
  let end = 0;
  for (const { 0: written, 1: word = '', index } of text.matchAll(pattern)) {
    if (index > end) pieces.push(text.slice(end, index));
    const topic = canonicalTopic(word);
    // The topic may still be too long: the pattern does not count joiners, and normalising makes some letters longer.
    if (topic.length > most.topic) pieces.push(written);
    else pieces.push({ topic, written });
    end = index + written.length;
  }
  if (end < text.length) pieces.push(text.slice(end));
  return pieces;
}

/** Returns a topic as it stands in `/topic/{tag}`: composed (NFC), and in lower case. */
export function canonicalTopic(written: string): string {
  // The lower case of the Turkish İ is an i and a combining dot, which is removed.
  return written.normalize('NFC').toLowerCase().replaceAll('i\u0307', 'i');
}

/** Returns whether a text has a `#`, plain or full-width. Without one, it has no topic. */
export const mayHaveSign = (text: string): boolean => text.includes('#') || text.includes('＃');

/** Returns whether a tag is a topic in canonical form. */
export function isTopic(tag: string): boolean {
  const [piece, ...others] = splitTopics(`#${tag}`);
  return others.length === 0 && typeof piece === 'object' && piece.topic === tag;
}

/** Returns `false` if a text surely has no topics, so that it need not be parsed. */
export function mayHaveTopics(content: string): boolean {
  return splitTopics(content).length > 1 || /^[#＃]/.test(content);
}

/** Returns the topics that a text shows as links, each once. Leaves out topics within code and links. */
export function topicsIn(markdown: Markdown): string[] {
  const topics = new Set<string>();
  if (markdown.kind === 'formatted') for (const block of markdown.blocks) collectFromBlock(block, topics);
  return [...topics].slice(0, most.inText);
}

function collectFromBlock(block: ItemChild, topics: Set<string>): void {
  switch (block.kind) {
    case 'paragraph':
    case 'line':
    case 'heading':
      collectFromInlines(block.children, topics);
      break;
    case 'quote':
      for (const child of block.children) collectFromBlock(child, topics);
      break;
    case 'list':
      for (const { children } of block.items) for (const child of children) collectFromBlock(child, topics);
      break;
    case 'table':
      for (const row of [block.head, ...block.rows])
        for (const { children } of row) collectFromInlines(children, topics);
      break;
    case 'notes':
      for (const { children } of block.notes) for (const child of children) collectFromBlock(child, topics);
      break;
    case 'code':
    case 'rule':
      break;
    default:
      block satisfies never;
  }
}

function collectFromInlines(inlines: Inline[], topics: Set<string>): void {
  for (const inline of inlines) {
    if (inline.kind === 'text') {
      for (const piece of splitTopics(inline.text)) if (typeof piece === 'object') topics.add(piece.topic);
    } else if ('children' in inline && inline.kind !== 'link') collectFromInlines(inline.children, topics);
  }
}
