import { bytesOf, bytesOfUnit } from './utf8-bytes.ts';

/** Thrown if a formatted text would exceed the limits. */
export class TooComplexError extends Error {}

/**
 * Limits of the output of a text, in bytes of HTML or of a feed, whichever is longer. The output may take
 * `floor`, plus `perByte` for each byte of the text, and at most `whole`.
 */
const most = { floor: 1_000, perByte: 24, whole: 6_000_000 } as const;

/**
 * Bytes of the markup of each kind of node, in a page's HTML or escaped in a feed, whichever is longer. A test compares
 * the numbers with `render-markdown.tsx`.
 */
const marks = {
  paragraph: 40,
  heading: 124,
  quote: 58,
  list: 49,
  item: 42,
  /** In addition to the bytes of its `item`. */
  task: 154,
  code: 400,
  rule: 11,
  table: 144,
  row: 21,
  headCell: 64,
  cell: 42,
  alignment: 31,
  /** The markup around all notes. */
  notes: 70,
  /** Includes the paragraph for its links back. */
  footnote: 100,
  /** Includes the note's link back to it. */
  reference: 350,
  break: 11,
  inlineCode: 45,
  emphasis: 29,
  link: 107,
  image: 169,
  /** A piece of coloured code, without its text. */
  colour: 36,
} as const;

export type Marked = keyof typeof marks;

/** A page names an uploaded image and its narrower variants in five addresses. */
const imageForms = { addresses: 5, marks: 120 } as const;

/** Bytes of the site's origin, which a feed puts before relative addresses. A longer origin makes a larger output. */
const origin = 60;

/** Bytes of `/blog/` and an id, which a feed also puts before addresses that are relative to the post's page. */
const page = 42;

const hasScheme = /^[a-z][a-z\d+.-]*:/i;

/** Matches every topic of a text (`topics.ts`). Also matches other words, so a text may be charged too much. */
const mayBeTopic = /#[^\s#]{0,60}/g;

/** Bytes of one percent-encoded byte in an address, such as `%E6`. */
const encoded = 3;

/**
 * Counts the bytes of output that a text may still take. Each node takes the bytes of its markup, and of its text,
 * addresses, titles and ids. So the output stays in proportion to the text, even if the text repeats its parts.
 */
export class OutputBudget {
  #left: number;

  constructor(text: string) {
    this.#left = Math.min(most.floor + most.perByte * bytesOf(text), most.whole);
  }

  get left(): number {
    return this.#left;
  }

  /** @throws {TooComplexError} if the budget has too little left */
  spend(kind: Marked, ...carried: string[]): void {
    this.#take(marks[kind]);
    this.carry(...carried);
  }

  /** Charges a node's own strings, such as addresses and titles, in addition to its markup. */
  carry(...texts: string[]): void {
    for (const text of texts) this.#take(escapedBytesOf(text));
  }

  /** Charges a text whose topics become links. */
  spendText(text: string): void {
    this.#take(escapedBytesOf(text));
    for (const [topic] of text.matchAll(mayBeTopic)) this.#take(marks.link + origin + encoded * bytesOf(topic));
  }

  spendLink(url: string, title: string): void {
    this.spend('link', url, title);
    this.#takeBase(url);
  }

  /** Charges the heading id that a link gets as its fragment. */
  spendFragment(id: string): void {
    this.#take(encoded * bytesOf(id));
  }

  /** Charges an image. An image that must not be loaded becomes a link, with `alt` or else the address as its text. */
  spendImage(url: string, title: string, alt: string): void {
    this.spend('image', alt || url, title);
    const isOwn = url.startsWith('/images/');
    this.#take(escapedBytesOf(url) * (isOwn ? imageForms.addresses : 1));
    if (isOwn) this.#take(imageForms.marks);
    this.#takeBase(url);
  }

  #takeBase(url: string): void {
    if (!hasScheme.test(url)) this.#take(url.startsWith('/') ? origin : origin + page);
  }

  #take(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw new TooComplexError('amounts to more than is formatted');
  }
}

/** Returns how many bytes the markup of coloured code takes. */
export const coloursOf = (tokens: readonly (string | readonly [string, string])[]): number =>
  marks.colour * tokens.filter((token) => typeof token !== 'string').length;

/** Returns how many bytes a text takes in UTF-8, escaped for HTML and once more for a feed. */
function escapedBytesOf(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    bytes += escaped[code] ?? bytesOfUnit(code);
  }
  return bytes;
}

const escaped: Record<number, number> = {
  [code('"')]: '&amp;quot;'.length,
  [code("'")]: '&amp;#x27;'.length,
  [code('&')]: '&amp;amp;'.length,
  [code('<')]: '&amp;lt;'.length,
  [code('>')]: '&amp;gt;'.length,
};

function code(character: string): number {
  return character.charCodeAt(0);
}
