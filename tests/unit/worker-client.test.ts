import { expect, test, vi } from 'vitest';
import { catchErrors } from './support/console.ts';
import { replace } from './support/global.ts';
import { fakeServiceWorkerContainer } from './support/worker-container.ts';

async function load() {
  vi.resetModules();
  return {
    ...(await import('../../src/data/worker-client/worker-client.ts')),
    ...(await import('../../src/data/api/connection.ts')),
    ...(await import('../../src/data/session/session.ts')),
  };
}

test('where there are no workers the app goes on, and nothing has failed', async () => {
  using errors = catchErrors();
  const { startWorkerClient } = await load();
  expect('serviceWorker' in navigator).toBe(false);
  await startWorkerClient();
  expect(errors).not.toHaveBeenCalled();
});

test('in development no worker is registered', async () => {
  using container = fakeServiceWorkerContainer({ controlled: false });
  vi.stubEnv('MODE', 'development');
  const { startWorkerClient } = await load();
  await startWorkerClient();
  vi.unstubAllEnvs();
  expect(container.registered).toEqual([]);
  await startWorkerClient();
  expect(container.registered).toEqual(['/worker.js']);
});

test('The worker is registered, and asked to claim a page that it did not serve', async () => {
  using container = fakeServiceWorkerContainer({ controlled: false });
  const { startWorkerClient } = await load();
  await startWorkerClient();
  expect(container.registered).toEqual(['/worker.js']);
  expect(container.received).toEqual([{ type: 'claim' }]);
});

test('A worker that serves the page already only hears that a page is open', async () => {
  using container = fakeServiceWorkerContainer({ controlled: true });
  const { startWorkerClient } = await load();
  await startWorkerClient();
  expect(container.registered).toEqual(['/worker.js']);
  expect(container.received).toEqual([{ type: 'opened' }]);
});

test('the app goes on when the worker cannot be registered', async () => {
  using _ = fakeServiceWorkerContainer({ controlled: false });
  using errors = catchErrors();
  const { startWorkerClient } = await load();
  using register = vi.spyOn(navigator.serviceWorker, 'register').mockRejectedValue(new Error('private window'));
  await startWorkerClient();
  expect(register).toHaveBeenCalled();
  expect(errors).toHaveBeenCalledOnce();
});

test('A worker that takes over hears what the page shows', async () => {
  using container = fakeServiceWorkerContainer({ controlled: false });
  const { startWorkerClient, recordShownAnswer } = await load();
  const resources = [
    { initiatorType: 'link', name: 'https://images.example/first.png' },
    { initiatorType: 'img', name: 'https://images.example/a.png' },
    { initiatorType: 'img', name: 'data:image/png;base64,xx' },
    { initiatorType: 'fetch', name: 'https://host.example/blog/posts' },
  ];
  Object.defineProperty(performance, 'getEntriesByType', { value: () => resources, configurable: true });
  const ahead = Object.assign(document.createElement('link'), { href: 'https://images.example/first.png' });
  ahead.setAttribute('as', 'image');
  document.head.append(ahead);
  await startWorkerClient();
  recordShownAnswer('https://host.example/blog/posts', ['7', '6'], 2);
  recordShownAnswer('https://host.example/blog/posts/7');
  container.takeOver();
  container.takeOver();
  Reflect.deleteProperty(performance, 'getEntriesByType');
  ahead.remove();
  const images = ['https://images.example/first.png', 'https://images.example/a.png'];
  expect(container.received.filter(({ type }) => type === 'keep')).toEqual([
    {
      type: 'keep',
      answers: [
        { url: 'https://host.example/blog/posts', ids: ['7', '6'], pages: 2 },
        { url: 'https://host.example/blog/posts/7', ids: [], pages: 1 },
      ],
      images,
    },
  ]);
});

test('A later worker that takes over a served page does not hear what it shows', async () => {
  using container = fakeServiceWorkerContainer({ controlled: true });
  const { startWorkerClient } = await load();
  await startWorkerClient();
  container.takeOver();
  expect(container.received).toEqual([{ type: 'opened' }]);
});

test('Messages of the worker reach its subscribers, and nobody who has unsubscribed', async () => {
  using container = fakeServiceWorkerContainer({ controlled: true });
  const { startWorkerClient, onCacheUpdated, connection } = await load();
  await startWorkerClient();
  const [listening, stopped] = [vi.fn(), vi.fn()];
  onCacheUpdated(listening);
  onCacheUpdated(stopped)();
  container.tell({ type: 'changed', url: 'https://host.example/blog/posts', isKept: true });
  container.tell({ type: 'connection', connection: 'away' });
  expect(listening.mock.calls).toEqual([['https://host.example/blog/posts', true]]);
  expect(stopped).not.toHaveBeenCalled();
  expect(connection.get()).toBe('away');
});

/** The worker's answer to what a page has handed over. */
const acknowledge = (port: MessagePort | undefined, urls: string[]) =>
  new Promise<void>((resolve) => {
    port?.postMessage(urls);
    setTimeout(resolve, 200);
  });

const home = 'https://host.example/blog/posts';
const given = (container: ReturnType<typeof fakeServiceWorkerContainer>) =>
  container.received.flatMap((message) => (message.type === 'keep' ? [message.answers] : []));

test.each([
  [
    'the network returns',
    ({ connection }: Awaited<ReturnType<typeof load>>) => {
      connection.set('away');
      connection.set('reachable');
    },
  ],
  ['the reader comes back', () => void document.dispatchEvent(new Event('visibilitychange'))],
])('Answers that the worker could not cache are handed over again when %s', async (_, happen) => {
  using container = fakeServiceWorkerContainer({ controlled: false });
  const client = await load();
  const { startWorkerClient, recordShownAnswer } = client;
  await startWorkerClient();
  recordShownAnswer(home, ['1']);
  recordShownAnswer(`${home}/1`);
  container.takeOver();
  await acknowledge(container.ports.at(-1), [`${home}/1`]);
  happen(client);
  const list = { url: home, ids: ['1'], pages: 1 };
  expect(given(container).at(-1)).toEqual([list]);
  await acknowledge(container.ports.at(-1), [home]);
  const count = given(container).length;
  happen(client);
  expect(given(container)).toHaveLength(count);
});

test('hands over again an answer of which more was shown than the worker has cached', async () => {
  using container = fakeServiceWorkerContainer({ controlled: true });
  const { startWorkerClient, recordShownAnswer } = await load();
  await startWorkerClient();
  recordShownAnswer(home, ['2']);
  const [first] = container.ports.slice(-1);
  // The worker is killed before it has cached this one.
  recordShownAnswer(home, ['1'], 2);
  await acknowledge(first, [home]);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(given(container).at(-1)).toEqual([{ url: home, ids: ['2', '1'], pages: 2 }]);
  expect(given(container)).toHaveLength(3);
});

test('posts of a list that newer ones have replaced on screen are handed over with them', async () => {
  using container = fakeServiceWorkerContainer({ controlled: false });
  const { startWorkerClient, recordShownAnswer } = await load();
  await startWorkerClient();
  recordShownAnswer(home, ['2', '1'], 2);
  recordShownAnswer(home, ['3', '2']);
  container.takeOver();
  expect(given(container)).toEqual([[{ url: home, ids: ['2', '1', '3'], pages: 2 }]]);
});

test('An answer that arrives after the worker has taken over, but not through it, is handed over', async () => {
  using container = fakeServiceWorkerContainer({ controlled: false });
  const { startWorkerClient, recordShownAnswer } = await load();
  await startWorkerClient();
  container.takeOver();
  expect(given(container)).toEqual([]);
  recordShownAnswer(home, ['1']);
  expect(given(container)).toEqual([[{ url: home, ids: ['1'], pages: 1 }]]);
});

test('a page that is left before the worker comes leaves what it has shown to the next one', async () => {
  sessionStorage.clear();
  const shown = [{ url: home, ids: ['1'], pages: 1 }];
  {
    using container = fakeServiceWorkerContainer({ controlled: false });
    const { startWorkerClient, recordShownAnswer } = await load();
    await startWorkerClient();
    recordShownAnswer(home, ['1']);
    dispatchEvent(new Event('pagehide'));
    // The worker that is there already is told, whether or not a next page comes.
    expect(given(container)).toEqual([shown]);
  }
  using container = fakeServiceWorkerContainer({ controlled: true });
  const { startWorkerClient } = await load();
  await startWorkerClient();
  expect(given(container)).toEqual([shown]);
  await acknowledge(container.ports.at(-1), [home]);
  dispatchEvent(new Event('pagehide'));
  expect(sessionStorage.getItem('shown-answers')).toBeNull();
});

test("An author's own list is handed to the worker while they are logged in, and by no page after the logout", async () => {
  sessionStorage.clear();
  const own = { url: new URL('/blog/users/42/posts', location.origin).href, ids: ['1'], pages: 1 };
  const others = { ...own, url: new URL('/blog/users/7/posts', location.origin).href };
  const author = { token: 'abc', userId: '42' };
  {
    using container = fakeServiceWorkerContainer({ controlled: false });
    const { startWorkerClient, recordShownAnswer, session } = await load();
    session.set(author);
    await startWorkerClient();
    recordShownAnswer(own.url, own.ids);
    recordShownAnswer(others.url, others.ids);
    dispatchEvent(new Event('pagehide'));
    expect(given(container)).toEqual([[own]]);
    session.set({ token: null, userId: '42' });
    dispatchEvent(new Event('pagehide'));
    expect(given(container).slice(1)).toEqual([[]]);
    expect(sessionStorage.getItem('shown-answers')).toBeNull();
  }
  sessionStorage.setItem('shown-answers', JSON.stringify({ answers: [own], images: [] }));
  using container = fakeServiceWorkerContainer({ controlled: true });
  const { startWorkerClient, session, connection } = await load();
  await startWorkerClient();
  expect(given(container)).toEqual([]);
  session.set(author);
  connection.set('away');
  expect(given(container)).toEqual([[own]]);
  sessionStorage.clear();
});

test('A worker that is killed while it is asked is not waited for for ever', async () => {
  using container = fakeServiceWorkerContainer({ controlled: true });
  const { askWorker } = await import('../../src/data/worker-client/ask-worker.ts');
  const { timeouts } = await import('../../src/data/timeouts.ts');
  using _ = replace(timeouts, { cacheWriteTimeoutMs: 500 });
  await expect(askWorker('followed')).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }));
  // What pages of other tests still ask for is not counted.
  const asked = container.received.filter((message) => message.type === 'ask' && message.what === 'followed');
  expect(asked).toHaveLength(2);
});

test('A question that a killed worker has not answered is answered by the one that is started for the second', async () => {
  using _container = fakeServiceWorkerContainer({ controlled: true });
  const { askWorker } = await import('../../src/data/worker-client/ask-worker.ts');
  const { timeouts } = await import('../../src/data/timeouts.ts');
  using _ = replace(timeouts, { cacheWriteTimeoutMs: 1_000 });
  using asked = vi.spyOn(navigator.serviceWorker.controller as ServiceWorker, 'postMessage');
  let questions = 0;
  asked.mockImplementation((_message: unknown, given: unknown) => {
    questions += 1;
    const [port] = given as MessagePort[];
    if (questions === 2) port?.postMessage({ answer: [] });
  });
  expect(await askWorker('followed')).toEqual([]);
});
