import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openOwnBackend, status } from './support/backend.ts';
import { openPage } from './support/page.tsx';
import { openRecords } from './support/records.ts';

const ada = { kind: 'author', key: 'ada', name: 'Ada', lookedAt: 0, unread: [] } as const;
const rust = { kind: 'topic', key: 'rust', name: 'rust', lookedAt: 0, unread: [] } as const;
const follows = [ada, rust].map((one) => ({ ...one, unread: [] }));

test.each([
  ['Ada', '#rust'],
  ['rust', 'Ada'],
])('Who unfollows %s is told so, and goes on at %s', async (gone, next) => {
  await using __ = await openOwnBackend(() => status(404));
  await using ___ = openRecords();
  const { FollowedList } = await import('../../src/app/screens/home/FollowedList.tsx');
  using page = openPage(<FollowedList follows={follows} />);
  await page.user.click(screen.getByText('You follow 2'));
  await page.user.click(screen.getByRole('button', { name: `Unfollow ${gone}` }));
  await expect.poll(() => document.activeElement?.matches('li') && document.activeElement.textContent).toContain(next);
  await screen.findByText(`Unfollowed ${gone}.`);
});

test('Who unfollows the last one goes on at the heading of the list', async () => {
  await using _ = await openOwnBackend(() => status(404));
  await using __ = openRecords();
  const { FollowedList } = await import('../../src/app/screens/home/FollowedList.tsx');
  using page = openPage(<FollowedList follows={follows.slice(0, 1)} />);
  await page.user.click(screen.getByText('You follow 1'));
  await page.user.click(screen.getByRole('button', { name: 'Unfollow Ada' }));
  await expect.poll(() => document.activeElement).toBe(screen.getByText('You follow 1'));
});

test('Who marks all as read goes on at the line that says that nothing is new', async () => {
  await using _ = await openOwnBackend(() => status(404));
  await using __ = openRecords();
  const { unreadPosts } = await import('../../src/data/follows/unread.ts');
  const { Unread } = await import('../../src/app/screens/home/Unread.tsx');
  unreadPosts.set(new Set(['one']));
  using page = openPage(<Unread />);
  await page.user.click(screen.getByRole('button', { name: 'Mark all as read' }));
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('status'));
  unreadPosts.set(new Set());
  await expect.poll(() => document.activeElement?.textContent).toBe('Nothing new');
});
