import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Post } from '../../src/contract/posts.ts';
import { openDevice } from './support/device.ts';
import { eventually } from './support/eventually.ts';

const postOf = (version: number | undefined, content: string): Post => ({
  _id: 'a',
  title: 'Title',
  imgUrl: '',
  content,
  author: { email: 'ada@example.org' },
  ...(version !== undefined && { version }),
});

async function openReader(post: Post) {
  vi.resetModules();
  const { useLastReadVersion } = await import('../../src/app/hooks/useLastReadVersion.ts');
  const { findLastRead, recordLastReadVersion } = await import('../../src/reading/store/last-read.ts');
  const { session } = await import('../../src/session/session.ts');
  const { profile } = await import('../../src/session/profile.ts');
  const { timeouts } = await import('../../src/device/timeouts.ts');
  Object.assign(timeouts, { readMs: 20 });
  const { result, rerender, unmount } = renderHook((shown: Post) => useLastReadVersion(shown), { initialProps: post });
  return {
    result,
    show: rerender,
    findLastReadVersion: async (id: string) => (await findLastRead(id)).version,
    recordLastReadVersion,
    profile,
    session,
    [Symbol.dispose]: unmount,
  };
}

const wait = (milliseconds: number) => act(() => new Promise((resolve) => setTimeout(resolve, milliseconds)));

test('offers the last read version until the reader has seen the newer text', async () => {
  await using _ = openDevice();
  using reader = await openReader(postOf(1, 'First'));
  await eventually(async () => expect(await reader.findLastReadVersion('a')).toMatchObject({ version: 1 }));
  expect(reader.result.current.earlier).toBeUndefined();
  reader.show(postOf(2, 'Second'));
  await eventually(() => expect(reader.result.current.earlier).toMatchObject({ content: 'First' }));
  reader.show(postOf(3, 'Third'));
  await wait(60);
  expect(reader.result.current.earlier).toMatchObject({ content: 'First' });
  act(() => reader.result.current.noteSeen(postOf(3, 'Third')));
  expect(reader.result.current.earlier).toBeUndefined();
  await eventually(async () => expect(await reader.findLastReadVersion('a')).toMatchObject({ version: 3 }));
});

test('a version with the same text is no change, and becomes the last read version', async () => {
  await using _ = openDevice();
  using reader = await openReader(postOf(1, 'First'));
  await eventually(async () => expect(await reader.findLastReadVersion('a')).toBeDefined());
  reader.show(postOf(3, 'First'));
  await eventually(async () => expect(await reader.findLastReadVersion('a')).toMatchObject({ version: 3 }));
  expect(reader.result.current.earlier).toBeUndefined();
});

test('a version that is shown only for a moment is not recorded as read', async () => {
  await using _ = openDevice();
  using reader = await openReader(postOf(1, 'First'));
  reader.show(postOf(2, 'Second'));
  await eventually(async () => expect(await reader.findLastReadVersion('a')).toMatchObject({ version: 2 }));
  expect(reader.result.current.earlier).toBeUndefined();
});

test('an older cached text does not replace the last read version', async () => {
  await using _ = openDevice();
  using reader = await openReader(postOf(2, 'Second'));
  await eventually(async () => expect(await reader.findLastReadVersion('a')).toBeDefined());
  reader.show(postOf(1, 'First'));
  await wait(60);
  expect(reader.result.current.earlier).toBeUndefined();
  expect(await reader.findLastReadVersion('a')).toMatchObject({ version: 2 });
});

test("neither a post without a version nor an author's own post is recorded as read", async () => {
  await using _ = openDevice();
  {
    using __ = await openReader(postOf(undefined, 'First'));
    await wait(60);
  }
  using reader = await openReader({ ...postOf(1, 'First'), author: { email: 'Ada@example.org' } });
  act(() => reader.profile.set({ username: 'Ada', email: 'ada@example.org' }));
  await wait(60);
  expect(await reader.findLastReadVersion('a')).toBeUndefined();
});

test('stores no version as read after another user has logged in', async () => {
  await using _ = openDevice();
  using reader = await openReader(postOf(1, 'First'));
  reader.session.set({ token: 'another', userId: '43' });
  await wait(60);
  expect(await reader.findLastReadVersion('a')).toBeUndefined();
});
