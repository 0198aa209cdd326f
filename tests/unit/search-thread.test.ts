import { expect, test, vi } from 'vitest';
import type { DeviceAnswer, ToSearchThread } from '../../src/app/search/device-answer.ts';
import { timeouts } from '../../src/device/timeouts.ts';
import { catchErrors } from './support/console.ts';
import { stubGlobal } from './support/global.ts';

class Thread {
  readonly asked: ToSearchThread[] = [];
  onmessage: ((event: Pick<MessageEvent<DeviceAnswer>, 'data'>) => void) | undefined;
  onerror: ((event: Pick<ErrorEvent, 'message'>) => void) | undefined;
  postMessage = (message: ToSearchThread) => void this.asked.push(message);
  terminate = () => undefined;
}

/** Imports the search with fake Web Workers, which a test controls, and with fake timers. */
async function openSearch() {
  const stack = new DisposableStack();
  const threads: Thread[] = [];
  const start = function start() {
    threads.push(new Thread());
    return threads.at(-1);
  };
  stack.use(stubGlobal('Worker', start));
  stack.use(catchErrors());
  vi.resetModules();
  const { deviceAnswer } = await import('../../src/app/search/device-answer.ts');
  const { searchDevice, wakeDeviceSearch } = await import('../../src/app/search/device-search.ts');
  vi.useFakeTimers();
  stack.defer(() => vi.useRealTimers());
  return {
    threads,
    search: (query: string) => searchDevice(query, 8),
    /** Wakes the search, as a reader does by touching the search field. */
    touch: wakeDeviceSearch,
    answer: (query: string) => threads.at(-1)?.onmessage?.({ data: { ...answered, query } }),
    kind: () => deviceAnswer.get().kind,
    [Symbol.dispose]: () => stack.dispose(),
  };
}

const answered = {
  kind: 'answered' as const,
  author: null,
  found: [],
  total: 0,
  searched: { post: 0, draft: 0, waiting: 0 },
  isComplete: true,
};

test('the thread that replaces a failed thread receives the current query', async () => {
  using search = await openSearch();
  search.search('walrus');
  search.threads[0]?.onerror?.({ message: 'cannot be loaded' });
  expect(search.kind()).toBe('unavailable');
  search.touch();
  expect(search.threads[1]?.asked).toContainEqual({ type: 'search', query: 'walrus', limit: 8 });
  search.answer('walrus');
  expect(search.kind()).toBe('answered');
});

test('a search that times out is reported as unavailable until its answer arrives', async () => {
  using search = await openSearch();
  search.search('wal');
  search.answer('wal');
  search.search('walrus');
  vi.advanceTimersByTime(timeouts.databaseTimeoutMs);
  expect(search.kind()).toBe('unavailable');
  // The thread is only slow, and answers after the timeout.
  search.answer('walrus');
  expect(search.kind()).toBe('answered');
});
