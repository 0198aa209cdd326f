import fc from 'fast-check';
import type { NewPost } from '../../src/contract/posts.ts';

const leftOut = ['nothing', 'content', 'all but the title', 'the end of the content'] as const;

/** How a foreign backend changes texts and lists, within the contract. */
export interface Manners {
  trims: boolean;
  /** Stores `&` as `&amp;`. */
  escapes: boolean;
  /** Truncates titles and contents to the length of its columns. */
  cuts: boolean;
  /** Normalises characters to composed ones (Unicode's NFC). */
  normalizes: boolean;
  fillsImage: boolean;
  /** The members of a post that lists leave out. The answer for the single post has them. */
  listsLeaveOut: (typeof leftOut)[number];
  pageSize: number;
  /** Whether every page of an author's own list links to a next page, so that empty pages never end. */
  isEndless: boolean;
}

/** The manners of a backend that returns texts unchanged. */
export const plainManners: Manners = {
  trims: false,
  escapes: false,
  cuts: false,
  normalizes: false,
  fillsImage: false,
  listsLeaveOut: 'nothing',
  pageSize: 1_000,
  isEndless: false,
};

const oneOf = (count: number) => fc.integer({ min: 0, max: count - 1 }).map((nth) => nth === 0);

/** Half of these backends return texts unchanged. The other half have any combination of manners. */
export const someManners: fc.Arbitrary<Partial<Manners>> = fc.oneof(
  fc.constant({}),
  fc.record({
    trims: fc.boolean(),
    escapes: oneOf(4),
    cuts: oneOf(4),
    normalizes: oneOf(4),
    fillsImage: fc.boolean(),
    listsLeaveOut: fc.constantFrom(...leftOut),
    pageSize: fc.constantFrom(1, 2, 1_000),
    isEndless: oneOf(20),
  }),
);

/** Manners that leave no doubt from which text a post was made. */
export const visibleManners: fc.Arbitrary<Partial<Manners>> = fc.record({
  trims: fc.boolean(),
  fillsImage: fc.boolean(),
  listsLeaveOut: fc.constantFrom('nothing' as const, 'content' as const, 'the end of the content' as const),
});

/** Returns whether the app can recognise each text in the author's own list at a backend with these manners. */
export const isPlain = ({ listsLeaveOut, pageSize, escapes, cuts, normalizes, isEndless }: Manners): boolean =>
  listsLeaveOut !== 'all but the title' && pageSize === 1_000 && !(escapes || cuts || normalizes || isEndless);

/** Returns the text as the backend stores it. */
export function asStored(text: NewPost, { trims, escapes, cuts, normalizes, fillsImage }: Manners): NewPost {
  const kept = (words: string, length: number) => {
    const trimmed = trims ? words.replaceAll('\r\n', '\n').trim() : words;
    const normal = normalizes ? trimmed.normalize('NFC') : trimmed;
    const escaped = escapes ? normal.replaceAll('&', '&amp;') : normal;
    return cuts ? escaped.slice(0, length) : escaped;
  };
  const imgUrl = fillsImage && text.imgUrl === '' ? 'http://other.example/default.png' : text.imgUrl;
  return { title: kept(text.title, 8), imgUrl, content: kept(text.content, 12) };
}

/** Returns a stored post as lists return it. */
export function asListed(post: NewPost, leavesOut: Manners['listsLeaveOut']): object {
  const { imgUrl, content, ...rest } = post;
  switch (leavesOut) {
    case 'nothing':
      return post;
    case 'content':
      return { ...rest, imgUrl };
    case 'all but the title':
      return rest;
    case 'the end of the content':
      return { ...post, content: `${content.slice(0, 4)}…` };
  }
}
