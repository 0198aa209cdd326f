import { expect, test, vi } from 'vitest';
import { catchErrors } from './support/console.ts';
import { openContainer } from './support/worker-container.ts';

async function load() {
  vi.resetModules();
  return {
    ...(await import('../../src/data/worker.ts')),
    ...(await import('../../src/data/connection.ts')),
  };
}

test('the app goes on where there are no workers', async () => {
  const { openWorker } = await load();
  expect('serviceWorker' in navigator).toBe(false);
  await openWorker();
});

test('the worker is registered, and asked to serve a page that came past it', async () => {
  using container = openContainer({ controlled: false });
  const { openWorker } = await load();
  await openWorker();
  expect(container.registered).toEqual(['/worker.js']);
  expect(container.received).toEqual([{ type: 'claim' }]);
});

test('a worker that serves the page already is told that a page is open, and nothing else', async () => {
  using container = openContainer({ controlled: true });
  const { openWorker } = await load();
  await openWorker();
  expect(container.registered).toEqual(['/worker.js']);
  expect(container.received).toEqual([{ type: 'opened' }]);
});

test('the app goes on when the worker cannot be registered', async () => {
  using _ = openContainer({ controlled: false });
  using errors = catchErrors();
  const { openWorker } = await load();
  using register = vi.spyOn(navigator.serviceWorker, 'register').mockRejectedValue(new Error('private window'));
  await openWorker();
  expect(register).toHaveBeenCalled();
  expect(errors).toHaveBeenCalledOnce();
});

test('a worker that takes over is told what the page shows', async () => {
  using container = openContainer({ controlled: false });
  const { openWorker, showAnswer } = await load();
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
  await openWorker();
  showAnswer('https://host.example/blog/posts');
  const leave = showAnswer('https://host.example/blog/posts/7');
  leave();
  container.takeOver();
  container.takeOver();
  Reflect.deleteProperty(performance, 'getEntriesByType');
  ahead.remove();
  const images = ['https://images.example/first.png', 'https://images.example/a.png'];
  expect(container.received.filter(({ type }) => type === 'keep')).toEqual([
    { type: 'keep', answers: ['https://host.example/blog/posts'], images },
  ]);
});

test('a later worker that takes over a served page is not told what it shows', async () => {
  using container = openContainer({ controlled: true });
  const { openWorker } = await load();
  await openWorker();
  container.takeOver();
  expect(container.received).toEqual([{ type: 'opened' }]);
});

test('what the worker tells is passed on to whoever listens, and to nobody who has stopped', async () => {
  using container = openContainer({ controlled: true });
  const { openWorker, onCopyChanged, connection } = await load();
  await openWorker();
  const [listening, stopped] = [vi.fn(), vi.fn()];
  onCopyChanged(listening);
  onCopyChanged(stopped)();
  container.tell({ type: 'changed', url: 'https://host.example/blog/posts' });
  container.tell({ type: 'connection', connection: 'away' });
  expect(listening.mock.calls).toEqual([['https://host.example/blog/posts']]);
  expect(stopped).not.toHaveBeenCalled();
  expect(connection.get()).toBe('away');
});
