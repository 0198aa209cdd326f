import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { MergeEditor } from '../../src/app/screens/create/MergeEditor.tsx';
import type { NewPost } from '../../src/contract/posts.ts';
import { catchErrors } from './support/console.ts';
import { eventually } from './support/eventually.ts';
import { openPage } from './support/page.tsx';

const postOf = (content: string, title = 'Title'): NewPost => ({ title, imgUrl: '', content });

const texts = {
  base: postOf('one\n\ntwo words\n\nthree', 'Old'),
  mine: postOf('one\n\ntwo of my words\n\nthree', 'My title'),
  theirs: postOf('1\n\ntwo of their words\n\nthree', 'Their title'),
};

function openConflict(part: Partial<typeof texts> = {}) {
  const onDecide = vi.fn<(post: NewPost, next: 'save' | 'edit') => Promise<void> | void>();
  const onLater = vi.fn();
  const page = openPage(<MergeEditor {...texts} {...part} onDecide={onDecide} onLater={onLater} />);
  return Object.assign(page, { onDecide, onLater });
}

const place = (number: number) => within(screen.getByRole('group', { name: new RegExp(`^Place ${number} of`) }));
const choose = (number: number, name: string) => place(number).getByRole('radio', { name });
const status = () => screen.getByRole('status').textContent;

test('shows both texts of each conflict, and merges other edits without asking', async () => {
  using page = openConflict();
  expect(screen.getAllByRole('group', { name: /^Place/ })).toHaveLength(2);
  expect(place(1).getByText('My title')).toBeTruthy();
  // A conflict in the title offers no "Keep both", because a post has only one title.
  expect(place(1).queryByRole('radio', { name: 'Keep both' })).toBeNull();
  const mark = place(2).getByText('of their', { exact: false, selector: 'mark' });
  expect(mark.closest('p')?.textContent).toBe('two of their words');
  await page.user.click(choose(1, 'Keep theirs'));
  await page.user.click(choose(2, 'Keep both'));
  await page.user.click(screen.getByRole('button', { name: 'Save changes' }));
  const decided = postOf('1\n\ntwo of my words\n\ntwo of their words\n\nthree', 'Their title');
  expect(page.onDecide).toHaveBeenCalledExactlyOnceWith(decided, 'save');
});

test('with an undecided conflict, "Save changes" saves nothing and focuses the choice', async () => {
  using page = openConflict();
  expect(status()).toBe('0 of 2 places decided.');
  await page.user.click(choose(1, 'Keep mine'));
  expect(status()).toBe('1 of 2 places decided.');
  await page.user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(page.onDecide).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(choose(2, 'Keep mine'));
  expect(status()).toContain('Choose in the first undecided place');
});

test('the merge editor focuses its heading, and can be used with the keyboard alone', async () => {
  using page = openConflict();
  const { user } = page;
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  choose(1, 'Keep mine').focus();
  await user.keyboard(' ');
  await user.keyboard('{ArrowDown}');
  await user.tab();
  expect(document.activeElement).toBe(choose(2, 'Keep mine'));
  await user.keyboard(' {Tab}{Tab}');
  expect(document.activeElement?.textContent).toBe('Edit first');
  await user.keyboard('{Enter}');
  expect(page.onDecide).toHaveBeenCalledExactlyOnceWith(postOf('1\n\ntwo of my words\n\nthree', 'Their title'), 'edit');
});

test('an author can decide all conflicts at once, and then change one of them', async () => {
  const text = (letter: string) => [1, 2, 3, 4].map((number) => `${letter}${number}`).join('\n\n');
  using page = openConflict({ base: postOf(text('a')), mine: postOf(text('b')), theirs: postOf(text('c')) });
  await page.user.click(screen.getByRole('button', { name: 'Keep theirs everywhere' }));
  await page.user.click(choose(2, 'Keep mine'));
  await page.user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(page.onDecide).toHaveBeenCalledExactlyOnceWith(postOf('c1\n\nb2\n\nc3\n\nc4'), 'save');
});

test('marks a removed text, escapes markup, and lets the keyboard scroll a long text', () => {
  const long = 'x'.repeat(10_005);
  using _ = openConflict({
    base: postOf('one\n\n<b>two</b>'),
    mine: postOf('one'),
    theirs: postOf(`one\n\n<img src=x onerror=alert(1)> ${long}`),
  });
  expect(place(1).getByText('Removed')).toBeTruthy();
  expect(document.querySelector('img, b')).toBeNull();
  const whole = screen.getByRole('group', { name: 'Theirs, whole text' });
  expect(whole.tabIndex).toBe(0);
  expect(whole.textContent).toContain(long);
});

test('if a decision cannot be stored, says so, and leaves the choice selected', async () => {
  using _ = catchErrors();
  using page = openConflict();
  page.onDecide.mockRejectedValueOnce(new Error('no room'));
  await page.user.click(choose(1, 'Keep theirs'));
  await page.user.click(choose(2, 'Keep theirs'));
  await page.user.click(screen.getByRole('button', { name: 'Save changes' }));
  await eventually(() => expect(screen.getByRole('alert').textContent).toContain('Nothing has changed'));
  expect(choose(2, 'Keep theirs')).toHaveProperty('checked', true);
});

test('edits that do not overlap are merged without a decision', async () => {
  using page = openConflict({ theirs: { ...texts.base, content: '1\n\ntwo words\n\nthree' } });
  expect(screen.queryByRole('group')).toBeNull();
  await page.user.click(screen.getByRole('button', { name: 'Save changes' }));
  const merged = { ...texts.mine, content: '1\n\ntwo of my words\n\nthree' };
  expect(page.onDecide).toHaveBeenCalledExactlyOnceWith(merged, 'save');
});
