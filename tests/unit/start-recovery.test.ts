import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startKeys } from '../../src/device/storage/storage-names.ts';
import { stubGlobal } from './support/global.ts';

const brokenPage = '<div id="root" data-started><p class="part-missing"></p></div>';

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
});

afterEach(() => {
  sessionStorage.clear();
  document.head.innerHTML = '';
  document.body.innerHTML = '';
  document.documentElement.removeAttribute('style');
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const noAnswer = () =>
  vi.fn(async () => {
    throw new TypeError('fetch failed');
  });

test('polls the host while the page is broken, and again if the page breaks again', async () => {
  const asked = noAnswer();
  using _ = stubGlobal('fetch', asked);
  const { recover } = await import('../../src/app/start-recovery.ts');
  recover();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toHaveBeenCalledTimes(1);
  document.documentElement.style.setProperty('--paper', 'white');
  document.body.innerHTML = '<div id="root" data-started>A list</div>';
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked).toHaveBeenCalledTimes(1);
  document.body.innerHTML = brokenPage;
  recover();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.mock.calls.length).toBeGreaterThan(1);
});

test('a broken page polls its host even if the browser forbids service workers', async () => {
  const asked = noAnswer();
  const refusal = new DOMException('Storage access is restricted.', 'SecurityError');
  const getRegistration = () => Promise.reject(refusal);
  using _fetch = stubGlobal('fetch', asked);
  using _navigator = stubGlobal('navigator', { serviceWorker: { getRegistration } });
  document.body.innerHTML = brokenPage;
  const { recover } = await import('../../src/app/start-recovery.ts');
  recover();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toHaveBeenCalledTimes(1);
});

test('a page that lacks a file of its build reloads when the host serves a new build', async () => {
  const pageWith = (entry: string) =>
    `<script type="module" src="/assets/${entry}"></script><link rel="modulepreload" href="/assets/react-same.js">`;
  using _ = stubGlobal('fetch', async (path: string) => {
    if (path === '/assets/outbox-old.js') return new Response('', { status: 404 });
    const headers = { 'Content-Type': path.endsWith('.js') ? 'text/javascript' : 'text/html' };
    return new Response(pageWith('index-new.js'), { headers });
  });
  const asked = { name: `${location.origin}/assets/outbox-old.js` } as PerformanceEntry;
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([asked]);
  document.head.innerHTML = pageWith('index-old.js');
  document.body.innerHTML = brokenPage;
  const { recover } = await import('../../src/app/start-recovery.ts');
  recover();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sessionStorage.getItem(startKeys.reloads)?.split(' ').filter(Boolean)).toHaveLength(1);
});
