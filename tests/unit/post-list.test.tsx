import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { InfinitePostList } from '../../src/app/components/InfinitePostList.tsx';
import type { Post } from '../../src/contract/posts.ts';
import type { OlderState } from '../../src/reading/shown/post-list.ts';
import { watchListEnds } from './support/list-ends.ts';

const postsFrom = (first: number, count: number): Post[] =>
  Array.from({ length: count }, (_, n) => {
    return { _id: `${first + n}`, title: `Post ${first + n}`, imgUrl: '', content: '' };
  });

const card = (post: Post, index: number) => `${index}: ${post.title}`;

function openList(posts: Post[], older: OlderState = 'none') {
  const ends = watchListEnds();
  const loadOlder = vi.fn();
  const list = (shown: Post[], state: OlderState) => (
    <InfinitePostList
      posts={shown}
      pages={1}
      older={state}
      loadOlder={loadOlder}
      hasNewer={false}
      showNewer={() => undefined}
    >
      {card}
    </InfinitePostList>
  );
  const { rerender, unmount } = render(list(posts, older));
  return {
    user: userEvent.setup(),
    ends,
    loadOlder,
    show: (shown: Post[], state: OlderState) => rerender(list(shown, state)),
    [Symbol.dispose]() {
      unmount();
      history.replaceState(null, '');
      ends[Symbol.dispose]();
    },
  };
}

const cards = () => screen.queryAllByRole('listitem').map((card) => card.textContent);
const more = () => screen.queryByRole('button', { name: 'Show more' });

test('shows 20 of 10,000 posts; "Show more" adds 20, and stays focused', async () => {
  using page = openList(postsFrom(0, 10_000));
  expect(cards()).toHaveLength(20);
  expect(cards()[19]).toBe('19: Post 19');
  const button = screen.getByRole('button', { name: 'Show more' });
  await page.user.click(button);
  expect(cards()).toHaveLength(40);
  expect(cards().at(-1)).toBe('39: Post 39');
  expect(document.activeElement).toBe(button);
  expect(document.body.contains(button)).toBe(true);
  await page.user.keyboard('{Enter}');
  expect(cards()).toHaveLength(60);
  expect(page.loadOlder).not.toHaveBeenCalled();
});

test.each([
  ['', [true]],
  [' even after an out-of-view observer entry', [false, true]],
])('scrolling to the end adds 20 posts%s', async (_, heard) => {
  using page = openList(postsFrom(0, 10_000));
  await page.ends.reach(heard);
  expect(cards()).toHaveLength(40);
  await page.ends.reach(heard);
  expect(cards()).toHaveLength(60);
});

test('shows no "Show more" button when all posts are shown', async () => {
  using page = openList(postsFrom(0, 25));
  await page.user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(cards()).toHaveLength(25);
  expect(more()).toBeNull();
  page.show(postsFrom(0, 20), 'none');
  expect(more()).toBeNull();
});

test('reaching the last post requests older posts, and shows them once they are loaded', async () => {
  using page = openList(postsFrom(0, 20), 'there');
  await page.ends.reach();
  expect(page.loadOlder).toHaveBeenCalledOnce();
  page.show(postsFrom(0, 20), 'asked');
  expect(screen.getByRole('button').textContent).toBe('Loading more…');
  expect(screen.getByRole('button').getAttribute('aria-disabled')).toBe('true');
  page.show(postsFrom(0, 40), 'there');
  expect(cards()).toHaveLength(40);
});

test('after a failure, only "Show more" loads posts; five clicks add only 20 posts', async () => {
  using page = openList(postsFrom(0, 20), 'failed');
  await page.ends.reach();
  await page.ends.reach();
  expect(page.loadOlder).not.toHaveBeenCalled();
  await page.user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(page.loadOlder).toHaveBeenCalledOnce();
  for (let n = 0; n < 4; n += 1) await page.user.click(screen.getByRole('button', { name: 'Show more' }));
  page.show(postsFrom(0, 10_000), 'none');
  expect(cards()).toHaveLength(40);
});
