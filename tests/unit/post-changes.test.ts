import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  changesBetween,
  isUnchanged,
  type ParagraphChange,
  type WordChange,
  wordChanges,
} from '../../src/app/text/post-changes.ts';
import { scaled } from '../test-run.ts';
import { modelRuns } from './support/model-runs.ts';

const postOf = (content: string, { title = 'Title', imgUrl = '' } = {}) => ({ title, imgUrl, content });
const contentChanges = (before: string, after: string) => changesBetween(postOf(before), postOf(after)).content;

/** Returns the text with its changed words marked: `[-removed-]`, `{+added+}`. */
const marked = (words: WordChange[] = []) =>
  words.map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `[-${text}-]`)).join('');

test.each([
  ['a cat sat', 'a dog sat', 'a [-cat-]{+dog+} sat'],
  ['a cat sat', 'a big cat sat', 'a {+big +}cat sat'],
  ['one two three four', 'one 2 3 four', 'one [-two three-]{+2 3+} four'],
  ['Hello, world', 'Hello world!', 'Hello[-,-] world{+!+}'],
  ['我喜欢猫', '我喜欢狗', '我喜欢[-猫-]{+狗+}'],
  ['', 'new', '{+new+}'],
])('wordChanges from %j to %j marks %j', (before, after, expected) => {
  expect(marked(wordChanges(before, after))).toBe(expected);
});

test('compares an edited paragraph by words, and counts unchanged paragraphs', () => {
  const [a, b, c, d] = ['first one', 'second', 'the cat sat here', 'last one'];
  const changes = contentChanges([a, b, c, d].join('\n\n'), [a, b, 'the dog sat here', d].join('\n\n'));
  expect(changes).toEqual([
    { kind: 'same', count: 2, first: a, last: b },
    { kind: 'edited', words: wordChanges(c ?? '', 'the dog sat here') },
    { kind: 'same', count: 1, first: d, last: d },
  ]);
});

test('paragraphs with little in common are listed as removed, then as added', () => {
  expect(contentChanges('a\n\nThe old words\n\nz', 'a\n\nSomething else entirely, here\n\nAnd more\n\nz')).toEqual([
    { kind: 'same', count: 1, first: 'a', last: 'a' },
    { kind: 'removed', text: 'The old words' },
    { kind: 'added', text: 'Something else entirely, here\n\nAnd more' },
    { kind: 'same', count: 1, first: 'z', last: 'z' },
  ]);
});

test('changesBetween finds an edited paragraph after an added paragraph', () => {
  const changes = contentChanges('The cat sat on the mat', 'A new beginning\n\nThe cat sat on the sofa');
  expect(changes.map(({ kind }) => kind)).toEqual(['added', 'edited']);
});

test('blank lines and spaces at line ends are no change', () => {
  expect(isUnchanged(changesBetween(postOf('a\n\nb\n'), postOf('a  \n\n\n\nb')))).toBe(true);
});

test('changesBetween also compares the title and the picture', () => {
  const changes = changesBetween(postOf('', { title: 'One way' }), postOf('', { title: 'Two ways', imgUrl: '/x.png' }));
  expect(marked(changes.title)).toBe('[-One way-]{+Two ways+}');
  expect(changes.isPictureChanged).toBe(true);
  expect(isUnchanged(changes)).toBe(false);
});

test.each([
  ['one-letter paragraphs', 'a\n\n', 'b\n\n'],
  ['one paragraph of short words', 'a b ', 'b c '],
  ['one paragraph of marks', '*', '_'],
  ['one long word', 'x', 'y'],
])('comparing a million characters of %s ends before the timeout', (_, ...unit) => {
  const [before = '', after = ''] = unit.map((text) => text.repeat(Math.floor(999_999 / text.length)));
  const changes = contentChanges(before, after);
  expect(changes.length).toBeLessThan(2_000);
});

const runs = modelRuns({ properties: 2 });
const long = scaled(30_000 + runs.numRuns * 20);
const piece = fc.constantFrom(...'cat |dog| |\n|\n\n|\n\n|```\n|*|字|\u{1f600}|the same words '.split('|'));
const text = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''));

const sideOf = (words: WordChange[], left: WordChange['kind']) =>
  words.filter(({ kind }) => kind !== left).map((word) => word.text);

test('wordChanges contains every character of both texts', { timeout: long }, () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const words = wordChanges(before, after);
      expect(sideOf(words, 'added').join('')).toBe(before);
      expect(sideOf(words, 'removed').join('')).toBe(after);
    }),
    runs,
  );
});

/** Returns the lengths of the removed and the added text without white space, and whether any text is unchanged. */
function lengths(changes: ParagraphChange[]) {
  const count = (texts: string[]) => texts.join('').replace(/\s/g, '').length;
  const of = (side: 'added' | 'removed') =>
    count(
      changes.flatMap((change) => {
        if (change.kind === 'edited') return sideOf(change.words, side === 'added' ? 'removed' : 'added');
        return change.kind === side ? [change.text] : [];
      }),
    );
  return { before: of('removed'), after: of('added'), hasSame: changes.some(({ kind }) => kind === 'same') };
}

test('without the reported changes, both texts are equally long, white space aside', { timeout: long }, () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const changes = contentChanges(before, after);
      const size = (of: string) => of.replace(/\s/g, '').length;
      const { before: old, after: now, hasSame } = lengths(changes);
      if (changes.length === 0) expect(size(before)).toBe(size(after));
      else {
        // Unchanged text is equally long on both sides.
        expect(size(before) - old).toBe(size(after) - now);
        if (!hasSame) expect([old, now]).toEqual([size(before), size(after)]);
      }
    }),
    runs,
  );
});
