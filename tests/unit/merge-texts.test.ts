import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NewPost } from '../../src/contract/posts.ts';
import {
  applyDecisions,
  type ConflictResolution,
  type MergePart,
  type MergeParts,
  mergeTexts,
  placesIn,
} from '../../src/text/merge/merge-texts.ts';
import { isGap, splitParagraphs } from '../../src/text/merge/paragraphs.ts';
import { scaled } from '../test-run.ts';
import { modelRuns } from './support/model-runs.ts';

const postOf = (content: string, { title = 'Title', imgUrl = '' } = {}): NewPost => ({ title, imgUrl, content });

function mergeContents(base: string, mine: string, theirs: string): string | MergePart[] {
  const parts = mergeTexts(postOf(base), postOf(mine), postOf(theirs));
  return placesIn(parts).length === 0 ? applyDecisions(parts, []).content : parts.content;
}

test.each([
  ['', []],
  ['one', ['one']],
  ['one\ntwo\n\nthree', ['one\ntwo', '\n\n', 'three']],
  ['\n\none\n \n\t\n\ntwo\n', ['\n\n', 'one', '\n \n\t\n\n', 'two', '\n']],
  ['one\r\n\r\ntwo', ['one\r', '\n\r\n', 'two']],
  ['  indented\n\n    code', ['  indented', '\n\n', '    code']],
  ['```js\na\n\nb\n```\n\nnext', ['```js\na\n\nb\n```', '\n\n', 'next']],
  ['text\n~~~~\n\n~~~\n\n~~~~\n\nnext', ['text\n~~~~\n\n~~~\n\n~~~~', '\n\n', 'next']],
  ['- ```\n  a\n\n  b\n  ```\n\nnext', ['- ```\n  a\n\n  b\n  ```', '\n\n', 'next']],
  ['```\nnever closed\n\nstill\n\n', ['```\nnever closed\n\nstill\n', '\n']],
  ['```inline``` is no fence\n\nnext', ['```inline``` is no fence', '\n\n', 'next']],
])('%j is split into paragraphs and blank lines', (text, parts) => {
  expect(splitParagraphs(text)).toEqual(parts);
});

test.each([
  ['edits of different paragraphs', 'a\n\nb\n\nc\n', 'a1\n\nb\n\nc\n', 'a\n\nb\n\nc1\n', 'a1\n\nb\n\nc1\n'],
  ['edits of neighbouring paragraphs', 'a\n\nb', 'a1\n\nb', 'a\n\nb1', 'a1\n\nb1'],
  ['an edit of the last paragraph, and an appended paragraph', 'a\n\nb', 'a\n\nb1', 'a\n\nb\n\nc', 'a\n\nb1\n\nc'],
  ['a deleted paragraph and an edit elsewhere', 'a\n\nb\n\nc', 'a\n\nc', 'a\n\nb\n\nc1', 'a\n\nc1'],
  ['blank lines added by one side', 'a\n\nb\n\nc', 'a\n\n\n \nb\n\nc', 'a\n\nb\n\nc1\n', 'a\n\n\n \nb\n\nc1\n'],
  ['different numbers of blank lines added by both sides', 'a\n\nb', 'a\n\n\nb', 'a\n\n\n\nb', 'a\n\n\n\nb'],
])('merges %s', (_, base, mine, theirs, merged) => {
  expect(mergeContents(base, mine, theirs)).toBe(merged);
});

test('reports one conflict for a paragraph that both sides changed', () => {
  expect(mergeContents('a\n\nb\n\nc', 'a1\n\nb1\n\nc', 'a\n\nb2\n\nc2')).toEqual([
    { kind: 'settled', text: 'a1\n\n' },
    { kind: 'place', base: 'b', mine: 'b1', theirs: 'b2' },
    { kind: 'settled', text: '\n\nc2' },
  ]);
});

test('a paragraph that one side deleted and the other changed is a conflict', () => {
  expect(mergeContents('a\n\nb\n\nc', 'a\n\nc', 'a\n\nb2\n\nc')).toContainEqual(
    expect.objectContaining({ kind: 'place', theirs: expect.stringContaining('b2') }),
  );
});

test('if both sides append a paragraph, the conflict excludes the blank lines', () => {
  expect(mergeContents('a', 'a\n\nb', 'a\n\nc')).toEqual([
    { kind: 'settled', text: 'a\n\n' },
    { kind: 'place', base: '', mine: 'b', theirs: 'c' },
  ]);
});

test('two edits in one fenced block are one conflict', () => {
  const block = (first: string, last: string) => `text\n\n\`\`\`\n${first}\n\n${last}\n\`\`\`\n\nend`;
  const parts = mergeContents(block('a', 'b'), block('a1', 'b'), block('a', 'b1'));
  expect(parts).toHaveLength(3);
});

test('edits of title and image URL merge; two edits of the title are one conflict', () => {
  const base = postOf('a', { title: 'One', imgUrl: 'https://a.example/1.png' });
  const mine = { ...base, title: 'One, corrected' };
  const theirs = { ...base, imgUrl: 'https://a.example/2.png' };
  const merged = mergeTexts(base, mine, theirs);
  expect(placesIn(merged)).toEqual([]);
  expect(applyDecisions(merged, [])).toEqual({ ...base, title: mine.title, imgUrl: theirs.imgUrl });
  const place = { kind: 'place', base: 'One', mine: mine.title, theirs: 'Two' };
  expect(placesIn(mergeTexts(base, mine, { ...base, title: 'Two' }))).toEqual([{ field: 'title', place }]);
});

test('a merged text that is too long to publish is a conflict', () => {
  const long = (letter: string) => letter.repeat(600_000);
  expect(mergeContents('a\n\nb', `${long('x')}\n\nb`, `a\n\n${long('y')}`)).toEqual([
    { kind: 'place', base: 'a\n\nb', mine: `${long('x')}\n\nb`, theirs: `a\n\n${long('y')}` },
  ]);
});

test('applyDecisions applies decisions in order, and joins both texts by a blank line', () => {
  const parts = mergeTexts(
    postOf('a\n\nb\n\nc', { title: 'T' }),
    postOf('a1\n\nb\n\nc1', { title: 'T1' }),
    postOf('a2\n\nb\n\nc2', { title: 'T2' }),
  );
  expect(applyDecisions(parts, ['theirs', 'both', 'mine'])).toEqual(postOf('a1\n\na2\n\nb\n\nc1', { title: 'T2' }));
  expect(applyDecisions(parts, [])).toEqual(postOf('a1\n\nb\n\nc1', { title: 'T1' }));
});

test.each([
  ['one-letter paragraphs, all of them changed', 'a\n\n', 'b\n\n', 'c\n\n'],
  ['blank lines alone', '\n \n', '\n\t\n', '\n\n'],
  ['fences that never close', '```\n\n', '~~~\n\n', '```x\n\n'],
  ['long lines that begin alike', `${'x'.repeat(999)}1\n\n`, `${'x'.repeat(999)}2\n\n`, `${'x'.repeat(999)}3\n\n`],
])('merging a million characters of %s ends before the test times out', (_, ...unit) => {
  const [base, mine, theirs] = unit.map((text) => text.repeat(Math.floor(999_999 / text.length)));
  mergeContents(base ?? '', mine ?? '', theirs ?? '');
});

test('merging 120,000 reordered short paragraphs ends before the test times out', () => {
  const shuffled = (step: number) =>
    Array.from({ length: 120_000 }, (_, at) => ((at * step) % 120_001).toString(36)).join('\n\n');
  mergeContents(shuffled(1), shuffled(7), shuffled(13));
});

// The tests below check properties of texts that fast-check generates.

const runs = modelRuns({ properties: 5 });
const long = scaled(30_000 + runs.numRuns * 20);

const word = fc.constantFrom('a', 'b', 'c', 'd', 'same', '```', '~~~', '- x', '<b>', '\u{1f600}');
const gap = fc.constantFrom('\n\n', '\n\n', '\n\n', '\n', '\n\n\n', '\n \n', '\r\n\r\n', '');
const pieces = fc.array(fc.tuple(word, gap), { maxLength: 12 });

/** Generates up to five edits, each of which deletes, replaces or inserts a piece. */
const edits = fc.array(fc.tuple(fc.nat(12), fc.constantFrom('delete', 'replace', 'insert'), fc.tuple(word, gap)), {
  maxLength: 5,
});

type Pieces = [string, string][];
const textOf = (parts: Pieces) => parts.flat().join('');

function edited(parts: Pieces, changes: [number, string, [string, string]][]): string {
  const copy = [...parts];
  for (const [at, change, piece] of changes) {
    if (change === 'insert') copy.splice(at, 0, piece);
    else copy.splice(at, 1, ...(change === 'replace' ? [piece] : []));
  }
  return textOf(copy);
}

const three = fc
  .tuple(pieces, edits, edits)
  .map(([parts, mine, theirs]) => [textOf(parts), edited(parts, mine), edited(parts, theirs)] as const);

test('an edit by one side, or the same edit by both sides, is merged without conflict', {
  timeout: long,
}, () => {
  fc.assert(
    fc.property(three, ([base, mine]) => {
      const merged = [
        mergeContents(base, mine, base),
        mergeContents(base, base, mine),
        mergeContents(base, mine, mine),
      ];
      expect(merged).toEqual([mine, mine, mine]);
    }),
    runs,
  );
});

test('swapping the sides swaps them in each conflict, and changes nothing else', { timeout: long }, () => {
  const swapped = (part: MergePart) =>
    part.kind === 'settled' ? part : { ...part, mine: part.theirs, theirs: part.mine };
  const swap = ({ title, imgUrl, content }: MergeParts): MergeParts => ({
    title: title.map(swapped),
    imgUrl: imgUrl.map(swapped),
    content: content.map(swapped),
  });
  fc.assert(
    fc.property(three, ([base, mine, theirs]) => {
      const parts = mergeTexts(postOf(base), postOf(mine), postOf(theirs));
      expect(swap(mergeTexts(postOf(base), postOf(theirs), postOf(mine)))).toEqual(parts);
    }),
    runs,
  );
});

/** Returns the paragraphs of a side that the base does not have. */
function writtenIn(text: string, base: string): string[] {
  const before = new Set(splitParagraphs(base));
  return splitParagraphs(text).filter((part) => !isGap(part) && !before.has(part));
}

test('choosing one side in every conflict loses no new paragraph of that side', { timeout: long }, () => {
  fc.assert(
    fc.property(three, ([base, mine, theirs]) => {
      const merge = mergeContents(base, mine, theirs);
      const parts: MergePart[] = typeof merge === 'string' ? [{ kind: 'settled', text: merge }] : merge;
      for (const [side, text] of Object.entries({ mine, theirs }) as ['mine' | 'theirs', string][]) {
        // The merged text if the author chooses this side in every conflict.
        const kept = parts.map((part) => (part.kind === 'settled' ? part.text : part[side])).join('');
        for (const paragraph of writtenIn(text, base)) expect(kept).toContain(paragraph);
      }
    }),
    runs,
  );
});

test('choosing both texts in every conflict loses no new paragraph of either side', { timeout: long }, () => {
  fc.assert(
    fc.property(three, ([base, mine, theirs]) => {
      const parts = mergeTexts(postOf(base), postOf(mine), postOf(theirs));
      const decisions = parts.content.map((): ConflictResolution => 'both');
      const { content } = applyDecisions(parts, decisions);
      for (const paragraph of [mine, theirs].flatMap((side) => writtenIn(side, base)))
        expect(content).toContain(paragraph);
    }),
    runs,
  );
});
