import { act, render, screen } from '@testing-library/react';
import { flushSync } from 'react-dom';
import { expect, test } from 'vitest';
import { deviceAnswer, type FoundText } from '../../src/app/search/device-answer.ts';
import { useDeviceAnswer } from '../../src/app/search/useDeviceAnswer.ts';
import { session } from '../../src/session/session.ts';
import { catchErrors } from './support/console.ts';
import { eventually } from './support/eventually.ts';
import { stubGlobal } from './support/global.ts';

function Answer({ query }: { query: string }) {
  return <p>{useDeviceAnswer(query, 20, false).kind}</p>;
}

/** A fake Web Worker that never answers a search. */
class SilentThread {
  postMessage = () => undefined;
  terminate = () => undefined;
}

const shown = () => screen.getByRole('paragraph').textContent;
const answered = {
  kind: 'answered' as const,
  found: [],
  total: 0,
  searched: { post: 0, draft: 0, waiting: 0 },
  isComplete: true,
};

test('search results are shown only to the user who searched, and hidden on logout', async () => {
  using _ = catchErrors();
  session.set({ token: 'token', userId: 'ada' });
  const { unmount } = render(<Answer query="a" />);
  // jsdom has no Worker, so the search is unavailable at first.
  await eventually(() => expect(shown()).toBe('unavailable'));
  act(() => deviceAnswer.set({ ...answered, query: 'a', author: 'ada' }));
  expect(shown()).toBe('answered');
  act(() => session.set({ token: null, userId: 'ada' }));
  expect(shown()).toBe('none yet');
  act(() => session.set({ token: 'token', userId: 'ada' }));
  expect(shown()).toBe('answered');
  unmount();
});

test("keeps the results while the query grows, and shows no other query's results", async () => {
  using _ = stubGlobal('Worker', SilentThread);
  session.set({ token: null, userId: null });
  deviceAnswer.set({ ...answered, query: 'earlier', author: null });
  const { rerender, unmount } = render(<Answer query="a" />);
  expect(shown()).toBe('none yet');
  act(() => deviceAnswer.set({ ...answered, query: 'earlier', author: null }));
  expect(shown()).toBe('none yet');
  act(() => deviceAnswer.set({ ...answered, query: 'a', author: null }));
  rerender(<Answer query="ab" />);
  expect(shown()).toBe('answered');
  unmount();
});

function Count({ isTyped }: { isTyped: boolean }) {
  const answer = useDeviceAnswer('a', 20, isTyped);
  return <p>{answer.kind === 'answered' ? answer.found.length : answer.kind}</p>;
}

test.each([
  [true, '2'],
  [false, '0'],
])('with isTyped: %s, the first render shows %s of 8 results', (isTyped, drawn) => {
  using _ = stubGlobal('Worker', SilentThread);
  session.set({ token: null, userId: null });
  deviceAnswer.set({ ...answered, query: 'a', author: null });
  const found = Array.from({ length: 8 }, (_value, id): FoundText => {
    return { _id: String(id), title: 'a', imgUrl: '', content: '', kind: 'post', path: '/' };
  });
  const { unmount } = render(<Count isTyped={isTyped} />);
  act(() => {
    // Like a keystroke, flushSync renders urgent updates and defers all others.
    flushSync(() => deviceAnswer.set({ ...answered, found, total: 8, query: 'a', author: null }));
    expect(shown()).toBe(drawn);
  });
  expect(shown()).toBe('8');
  unmount();
});
