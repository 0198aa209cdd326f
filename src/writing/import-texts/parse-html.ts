import type { Root } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parseFragment } from 'parse5';
import { Unreadable } from './found-writing.ts';

/** Above these limits, parsing takes more than linear time, or code that walks the tree overflows the stack. */
const most = { characters: 5_000_000, depth: 1_000, elements: 20_000 } as const;

/** Matches a tag with 1,500 separators: the parser compares each attribute of a tag with all others. */
// Takes linear time: a tag ends at the next angle bracket, and each repetition consumes one separator.
const tooManyAttributes = /<[a-z](?:[^<>\s/"']*[\s/"']){1500}/i;

/** Matches `data:` URLs. Their content is removed: Storyline shows no such pictures, and `/` looks like a separator. */
const dataAddress = /data:[\w/;,+=%.-]{100,}/gi;

/**
 * Parses HTML, without comments. Runs and loads nothing.
 *
 * @throws RangeError for too many attributes or elements, or too deep nesting; Unreadable for HTML that is too long
 */
export function parseHtml(html: string): Root {
  const text = html.replaceAll(dataAddress, 'data:');
  if (text.length > most.characters) throw new Unreadable('Its text is too long.');
  if (tooManyAttributes.test(text)) throw new RangeError('too many attributes');
  let [depth, elements] = [0, 0];
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(...args) {
      elements += 1;
      if (elements > most.elements) throw new RangeError(`more than ${most.elements} elements`);
      return defaultTreeAdapter.createElement(...args);
    },
    appendChild(parent, child: DefaultTreeAdapterTypes.ChildNode) {
      if (child.nodeName !== '#comment') defaultTreeAdapter.appendChild(parent, child);
    },
    onItemPush() {
      depth += 1;
      if (depth > most.depth) throw new RangeError(`nested more than ${most.depth} deep`);
    },
    onItemPop() {
      depth -= 1;
    },
  };
  return fromParse5(parseFragment(text, { treeAdapter })) as Root;
}

/** Returns HTML without tags: only the text between them. */
export const withoutTags = (html: string): string => html.replaceAll(/<[^<>]*>/g, ' ').replaceAll('<', '&lt;');

const marks =
  /<\/?(?:a|abbr|b|big|br|cite|code|del|em|font|i|img|ins|kbd|mark|q|s|small|span|strong|sub|sup|u|wbr)\b[^<>]*>/gi;

/** Returns the text of a line of HTML, such as a title. Removes the tags in `marks`, and keeps other tags as text. */
export function lineOfHtml(html: string): string {
  if (!/[<&]/.test(html)) return html;
  const [text] = parseHtml(html.replaceAll(marks, '').replaceAll('<', '&lt;')).children;
  return text?.type === 'text' ? text.value : '';
}
