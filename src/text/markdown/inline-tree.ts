import type { Token } from 'markdown-it';
import { footnoteOf } from './footnotes.ts';
import type { NoteNumbers } from './note-numbers.ts';
import { type OutputBudget, TooComplexError } from './output-budget.ts';
import { lineText } from './plain-words.ts';
import type { Inline } from './tree.ts';

/**
 * How many marks, such as emphasis and links, may be nested. Functions that walk a tree recurse at each level, and
 * React recurses several times. On some devices, a few thousand levels overflow the stack.
 */
const deepest = 60;

type Link = Extract<Inline, { kind: 'link' }>;

/** A position among the tokens of a line, with the state of the parse. */
export interface Place {
  tokens: Token[];
  at: number;
  /** How many marks surround the position. */
  depth: number;
  budget: OutputBudget;
  /** Collects the links that lead to headings of the same text. */
  links: Link[];
  notes: NoteNumbers;
  /** Whether the tokens become an image's alternative text, in which references to notes stay text. */
  isImageText?: boolean;
}

/** Returns the content of a line: text, emphasis, links and images. */
export function inlineTree(place: Place): Inline[] {
  const inlines = joinedInlines(place);
  for (const inline of inlines) if (inline.kind === 'text') place.budget.spendText(inline.text);
  return inlines;
}

function markedTree(place: Place): Inline[] {
  place.depth += 1;
  if (place.depth > deepest) throw new TooComplexError(`marks nested more than ${deepest} deep`);
  const inlines = inlineTree(place);
  place.depth -= 1;
  return inlines;
}

function joinedInlines(cursor: Place): Inline[] {
  const inlines: Inline[] = [];
  for (;;) {
    const token = cursor.tokens[cursor.at++];
    if (!token || token.nesting < 0) return inlines;
    const inline = inlineOf(token, cursor);
    const last = inlines.at(-1);
    if (inline.kind === 'text' && last?.kind === 'text') last.text += inline.text;
    else if (inline.kind !== 'text' || inline.text !== '') inlines.push(inline);
  }
}

function inlineOf(token: Token, place: Place): Inline {
  const { budget } = place;
  switch (token.type) {
    case 'text':
      return { kind: 'text', text: token.content };
    case 'softbreak':
    case 'hardbreak':
      budget.spend('break');
      return { kind: 'break' };
    case 'code_inline':
      budget.spend('inlineCode', token.content);
      return { kind: 'code', text: token.content };
    case 'em_open':
      return emphasised('emphasis', place);
    case 'strong_open':
      return emphasised('strong', place);
    case 's_open':
      return emphasised('deleted', place);
    case 'link_open': {
      const { url, title } = addressOf(token, 'href');
      budget.spendLink(url, title);
      const link: Link = { kind: 'link', url, title, children: markedTree(place) };
      if (url.startsWith('#') && url.length > 1) place.links.push(link);
      return link;
    }
    case 'image': {
      const { url, title } = addressOf(token, 'src');
      const alt = lineText(markedTree({ ...place, tokens: token.children ?? [], at: 0, isImageText: true }));
      budget.spendImage(url, title, alt);
      return { kind: 'image', url, title, alt };
    }
    case 'footnote_reference':
      if (place.isImageText) return { kind: 'text', text: token.content };
      budget.spend('reference');
      return { kind: 'reference', ...place.notes.refer(footnoteOf(token)) };
    default:
      throw new Error(`The parser made an inline that nobody renders: ${token.type}`);
  }
}

function emphasised(kind: 'emphasis' | 'strong' | 'deleted', place: Place): Inline {
  place.budget.spend('emphasis');
  return { kind, children: markedTree(place) };
}

const addressOf = (token: Token, name: 'href' | 'src') => ({
  url: String(token.attrGet(name) ?? ''),
  title: String(token.attrGet('title') ?? ''),
});
