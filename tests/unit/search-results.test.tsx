import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { SearchResults } from '../../src/app/screens/home/SearchResults.tsx';
import type { DeviceAnswer, FoundText, ToSearchThread } from '../../src/app/search/device-answer.ts';
import { session } from '../../src/session/session.ts';
import { eventually } from './support/eventually.ts';
import { stubGlobal } from './support/global.ts';
import { watchListEnds } from './support/list-ends.ts';

/** The fake Web Worker of the search. All tests share it, because it outlives each screen. */
let thread: Thread | undefined;

class Thread {
  readonly asked: ToSearchThread[] = [];
  onmessage: ((event: Pick<MessageEvent<DeviceAnswer>, 'data'>) => void) | undefined;
  constructor() {
    thread = this;
  }
  postMessage = (message: ToSearchThread) => void this.asked.push(message);
  terminate = () => undefined;
}

/** Renders the search results. The search is answered when the test calls `answer`. */
function openSearch() {
  const stack = new DisposableStack();
  stack.use(stubGlobal('Worker', Thread));
  const ends = stack.use(watchListEnds());
  session.set({ token: null, userId: null });
  const results = (typed: string) => (
    <MemoryRouter>
      <SearchResults query="" typed={typed} settle={() => undefined} />
    </MemoryRouter>
  );
  const { rerender, unmount } = render(results(''));
  stack.defer(unmount);
  return {
    ends,
    type: (typed: string) => rerender(results(typed)),
    isAsked: (query: string, limit: number) =>
      eventually(() => expect(thread?.asked.at(-1)).toEqual({ type: 'search', query, limit })),
    answer: (query: string, count: number, total: number) =>
      act(() => thread?.onmessage?.({ data: { ...answered, query, found: texts.slice(0, count), total } })),
    [Symbol.dispose]: () => stack.dispose(),
  };
}

const answered = {
  kind: 'answered' as const,
  author: null,
  searched: { post: 500, draft: 0, waiting: 0 },
  isComplete: true,
};

const texts = Array.from({ length: 500 }, (_value, id): FoundText => {
  return { _id: String(id), title: `Post ${id}`, imgUrl: '', content: '', kind: 'post', path: `/blog/${id}` };
});

const cards = () => screen.queryAllByRole('listitem').length;

test('requests more results as long as the end of the list is in view', async () => {
  using search = openSearch();
  search.type('length');
  await search.isAsked('length', 8);
  search.answer('length', 8, 500);
  await search.ends.reach();
  await search.isAsked('length', 16);
  await search.ends.reach();
  search.answer('length', 16, 500);
  expect(cards()).toBe(16);
  await search.ends.reach();
  await search.isAsked('length', 24);
});

test("requests more results even if the list's end came into view before the answer", async () => {
  using search = openSearch();
  search.type('lengt');
  await search.isAsked('lengt', 8);
  search.answer('lengt', 8, 500);
  search.type('length');
  await search.isAsked('length', 8);
  // The first `reach` shows more cards. The second reaches the new end.
  await search.ends.reach();
  await search.ends.reach();
  search.answer('length', 8, 500);
  await search.ends.reach();
  await search.isAsked('length', 16);
});
