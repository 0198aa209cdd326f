import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PostDiff } from '../../src/app/components/PostDiff.tsx';
import { changesBetween } from '../../src/app/text/post-changes.ts';

const paragraphs = (count: number) => Array.from({ length: count }, (_, n) => `Paragraph ${n + 1}`);
const postOf = (content: string[], title = 'Title', imgUrl = '') => ({ title, imgUrl, content: content.join('\n\n') });

function linesOf(before: ReturnType<typeof postOf>, after: ReturnType<typeof postOf>): string[] {
  const { container, unmount } = render(<PostDiff changes={changesBetween(before, after)} />);
  const lines = [...container.querySelectorAll('p')].map(({ textContent }) => textContent);
  unmount();
  return lines;
}

test('shows a change with the paragraphs around it, and counts the other paragraphs', () => {
  const before = paragraphs(9);
  const after = before.with(4, 'Something else');
  expect(linesOf(postOf(before), postOf(after))).toEqual([
    '3 paragraphs unchanged',
    'Paragraph 4',
    ' removed: Paragraph 5 (end) ',
    ' added: Something else (end) ',
    'Paragraph 6',
    '3 paragraphs unchanged',
  ]);
});

test('shows no paragraph twice between two changes', () => {
  const shown = (between: number) => {
    const before = ['first', ...paragraphs(between), 'last'];
    return linesOf(postOf(before), postOf(['1st', ...paragraphs(between), 'end'])).slice(2, -2);
  };
  expect(shown(1)).toEqual(['Paragraph 1']);
  expect(shown(2)).toEqual(['Paragraph 1', 'Paragraph 2']);
  expect(shown(3)).toEqual(['Paragraph 1', '1 paragraph unchanged', 'Paragraph 3']);
});

test('reports changes of the title and the picture, and ignores blank lines', () => {
  expect(linesOf(postOf(['a'], 'Old'), postOf(['a'], 'New', '/b.png'))).toEqual([
    ' removed: Old (end)  added: New (end) ',
    'The picture has changed.',
  ]);
  expect(linesOf(postOf(['a']), postOf(['a', '']))).toEqual(['No words have changed.']);
});
