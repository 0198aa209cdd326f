import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useObservable } from '../../src/app/hooks/useObservable.ts';
import type { FollowedList } from '../../src/app/screens/home/FollowedList.tsx';
import { createObservable, type Observable } from '../../src/device/observable.ts';
import type { Follow } from '../../src/reading/follows/follow.ts';
import { openOwnBackend, status } from './support/backend.ts';
import { openPage } from './support/page.tsx';
import { openRecords } from './support/records.ts';

const ada = { kind: 'author', key: 'ada', name: 'Ada', lookedAt: 0, unread: [] } as const;
const rust = { kind: 'topic', key: 'rust', name: 'rust', lookedAt: 0, unread: [] } as const;
const follows = [ada, rust].map((one) => ({ ...one, unread: [] }));

function Shown({ list: List, left }: { list: typeof FollowedList; left: Observable<Follow[]> }) {
  return <List follows={useObservable(left)} />;
}

test.each([
  ['Ada', '#rust'],
  ['rust', 'Ada'],
])('the list announces that %s was unfollowed, and moves the focus to %s', async (gone, next) => {
  await using __ = await openOwnBackend(() => status(404));
  await using ___ = openRecords();
  const { FollowedList } = await import('../../src/app/screens/home/FollowedList.tsx');
  using page = openPage(<FollowedList follows={follows} />);
  await page.user.click(screen.getByText('Following 1 author and 1 topic'));
  await page.user.click(screen.getByRole('button', { name: `Unfollow ${gone}` }));
  await expect.poll(() => document.activeElement?.matches('li') && document.activeElement.textContent).toContain(next);
  await screen.findByText(`Unfollowed ${gone}.`);
});

test("unfollowing the only followed author moves the focus to the list's heading", async () => {
  await using _ = await openOwnBackend(() => status(404));
  await using __ = openRecords();
  const { FollowedList } = await import('../../src/app/screens/home/FollowedList.tsx');
  const left = createObservable(follows.slice(0, 1));
  using page = openPage(<Shown list={FollowedList} left={left} />);
  await page.user.click(screen.getByText('Following 1 author'));
  await page.user.click(screen.getByRole('button', { name: 'Unfollow Ada' }));
  await screen.findByText('Unfollowed Ada.');
  left.set([]);
  await expect.poll(() => document.activeElement?.textContent).toBe('Following nobody');
});

test('a reader who follows nobody sees no list', async () => {
  await using _ = await openOwnBackend(() => status(404));
  await using __ = openRecords();
  const { FollowedList } = await import('../../src/app/screens/home/FollowedList.tsx');
  using ___ = openPage(<FollowedList follows={[]} />);
  expect(screen.queryByRole('group')).toBeNull();
});

test('marking all as read moves the focus to the status "Nothing new"', async () => {
  await using _ = await openOwnBackend(() => status(404));
  await using __ = openRecords();
  const { unreadPosts } = await import('../../src/reading/follows/following.ts');
  const { Unread } = await import('../../src/app/screens/home/Unread.tsx');
  unreadPosts.set(new Set(['one']));
  using page = openPage(<Unread />);
  await page.user.click(screen.getByRole('button', { name: 'Mark all as read' }));
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('status'));
  unreadPosts.set(new Set());
  await expect.poll(() => document.activeElement?.textContent).toBe('Nothing new');
});
