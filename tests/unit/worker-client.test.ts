import { expect, test, vi } from 'vitest';
import { catchErrors } from './support/console.ts';
import { fakeServiceWorkerContainer, type WorkerContainer } from './support/worker-container.ts';

async function load() {
  vi.resetModules();
  return {
    ...(await import('../../src/reading/news/worker-client.ts')),
    ...(await import('../../src/reading/news/hand-over-shown.ts')),
    ...(await import('../../src/device/calls/connection.ts')),
    ...(await import('../../src/reading/news/reading-news.ts')),
    ...(await import('../../src/reading/news/offline-availability.ts')),
  };
}

const list = 'https://host.example/blog/posts';
const picture = 'https://images.example/a.png';

/** Returns the `keep` messages that the page has sent to the worker. */
const kept = ({ received }: WorkerContainer) => received.filter(({ type }) => type === 'keep');

/** Mocks the page's resource timing entries until disposed of. */
const logRequests = (...entries: object[]) =>
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(entries as PerformanceEntryList);

test('the app starts in a browser without service workers, and logs no error', async () => {
  using errors = catchErrors();
  const { startWorkerClient } = await load();
  expect('serviceWorker' in navigator).toBe(false);
  await startWorkerClient();
  expect(errors).not.toHaveBeenCalled();
});

test('in development, no worker is registered', async () => {
  using container = fakeServiceWorkerContainer({ controlled: false });
  vi.stubEnv('MODE', 'development');
  const { startWorkerClient } = await load();
  await startWorkerClient();
  vi.unstubAllEnvs();
  expect(container.registered).toEqual([]);
});

test('an uncontrolled page registers the worker, and tells it that a page was opened', async () => {
  using container = fakeServiceWorkerContainer({ controlled: false });
  const { startWorkerClient } = await load();
  await startWorkerClient();
  expect(container.registered).toEqual(['/worker.js']);
  expect(container.received).toEqual([{ type: 'opened' }]);
});

test('if registering the worker fails, startWorkerClient logs an error and resolves', async () => {
  using _ = fakeServiceWorkerContainer({ controlled: false });
  using errors = catchErrors();
  const { startWorkerClient } = await load();
  using register = vi.spyOn(navigator.serviceWorker, 'register').mockRejectedValue(new Error('private window'));
  await startWorkerClient();
  expect(register).toHaveBeenCalled();
  expect(errors).toHaveBeenCalledOnce();
});

test('a page sends the URLs of its calls and images to a worker that takes over', async () => {
  using container = fakeServiceWorkerContainer({ controlled: false });
  const { startWorkerClient, noteShown } = await load();
  noteShown(list);
  using _ = logRequests(
    { initiatorType: 'link', name: 'https://images.example/first.png' },
    { initiatorType: 'img', name: picture },
    { initiatorType: 'img', name: 'data:image/png;base64,xx' },
    { initiatorType: 'fetch', name: list },
  );
  const ahead = Object.assign(document.createElement('link'), { href: 'https://images.example/first.png' });
  ahead.setAttribute('as', 'image');
  document.head.append(ahead);
  await startWorkerClient();
  container.takeOver();
  container.takeOver();
  ahead.remove();
  const images = ['https://images.example/first.png', picture];
  expect(kept(container)).toEqual([{ type: 'keep', images, calls: [list] }]);
});

test('after a worker takes over, a page reports a repeated call to the worker once', async () => {
  using container = fakeServiceWorkerContainer({ controlled: false });
  const { startWorkerClient, noteShown } = await load();
  await startWorkerClient();
  container.takeOver();
  noteShown(list);
  noteShown(list);
  expect(kept(container)).toEqual([{ type: 'keep', images: [], calls: [list] }]);
});

test('calls and images reach even a worker that took over before the app started', async () => {
  using container = fakeServiceWorkerContainer({ controlled: false });
  const { startWorkerClient, noteShown } = await load();
  using _ = logRequests({ initiatorType: 'img', name: picture, workerStart: 0 });
  noteShown(list);
  container.takeOver();
  await startWorkerClient();
  expect(kept(container)).toEqual([{ type: 'keep', images: [picture], calls: [list] }]);
});

test('a closing page sends its images to a worker that has not taken over yet', async () => {
  using container = fakeServiceWorkerContainer({ controlled: false });
  const { startWorkerClient } = await load();
  using _ = logRequests({ initiatorType: 'img', name: picture });
  await startWorkerClient();
  dispatchEvent(new Event('pagehide'));
  expect(container.received.at(-1)).toEqual({ type: 'keep', images: [picture], calls: [] });
  sessionStorage.clear();
});

test("a page reports the calls of the tab's previous page to a worker that takes over", async () => {
  using container = fakeServiceWorkerContainer({ controlled: false });
  const before = await load();
  before.noteShown(list);
  await before.startWorkerClient();
  dispatchEvent(new Event('pagehide'));
  const { startWorkerClient } = await load();
  await startWorkerClient();
  container.takeOver();
  expect(kept(container).at(-1)).toEqual({ type: 'keep', images: [], calls: [list] });
  sessionStorage.clear();
});

test('a page that one worker served reports nothing to the worker that replaces it', async () => {
  using container = fakeServiceWorkerContainer({ controlled: true });
  const { startWorkerClient } = await load();
  using _ = logRequests({ initiatorType: 'img', name: picture, workerStart: 1 });
  await startWorkerClient();
  container.takeOver();
  expect(container.received).toEqual([{ type: 'opened' }]);
});

test('hearWorker passes messages to subscribers, connection and offlineAvailability', async () => {
  using container = fakeServiceWorkerContainer({ controlled: true });
  const { hearWorker, onReadingNews, connection, offlineAvailability } = await load();
  hearWorker();
  const [listening, stopped] = [vi.fn(), vi.fn()];
  onReadingNews(listening);
  onReadingNews(stopped)();
  container.tell({ type: 'changed', url: list, isKept: true });
  container.tell({ type: 'connection', connection: 'away' });
  container.tell({ type: 'posts', ids: { kept: ['a'], passing: ['b'] } });
  expect(listening.mock.calls).toEqual([[list, true]]);
  expect(stopped).not.toHaveBeenCalled();
  expect(connection.get()).toBe('away');
  expect(['a', 'b', 'c'].map((id) => offlineAvailability.get()?.of(id))).toEqual(['pinned', 'cached', 'none']);
});
