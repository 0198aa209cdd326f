import { expect, test } from 'vitest';
import { openDevice } from './support/device.ts';
import { replace } from './support/global.ts';
import { openPage } from './support/page.tsx';

const ada = { token: 'token of ada', userId: '42' };

/** Opens a long post, scrolled half-way or not at all. */
async function openPost({ isScrolled = false } = {}) {
  const { SavedReadingProgress } = await import('../../src/app/screens/blog/SavedReadingProgress.tsx');
  const { openSession } = await import('../../src/session/session.ts');
  const { keys, readReading } = await import('../../src/reading/store/reading-database.ts');
  const { timeouts } = await import('../../src/device/timeouts.ts');
  openSession();
  const stack = new DisposableStack();
  stack.use(replace(timeouts, { progressDelayMs: 10 }));
  const scrolled = (y: number) => Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
  const height = { value: innerHeight + 1_000, configurable: true };
  Object.defineProperty(document.documentElement, 'scrollHeight', height);
  stack.defer(() => Reflect.deleteProperty(document.documentElement, 'scrollHeight'));
  stack.defer(() => scrolled(0));
  scrolled(isScrolled ? 500 : 0);
  stack.use(openPage(<SavedReadingProgress id="7" />));
  return {
    scroll() {
      scrolled(500);
      dispatchEvent(new Event('scroll'));
    },
    places: () => readReading((store) => store.getAll(keys.lastReads)),
    [Symbol.dispose]: () => stack.dispose(),
  };
}

const change = (login: Record<string, string>) => {
  localStorage.clear();
  for (const [key, value] of Object.entries(login)) localStorage.setItem(key, value);
  dispatchEvent(new StorageEvent('storage', { key: 'token' }));
};

test('scrolling stores the reading progress', async () => {
  await using _ = openDevice(ada);
  using post = await openPost();
  post.scroll();
  await expect.poll(post.places).toMatchObject([{ fraction: 0.5 }]);
});

test('stores the progress of a reader who scrolled before the component loaded', async () => {
  await using _ = openDevice();
  using post = await openPost({ isScrolled: true });
  await expect.poll(post.places).toMatchObject([{ fraction: 0.5 }]);
});

test('after a login and a logout, no progress is stored for a post opened before both', async () => {
  await using _ = openDevice();
  using post = await openPost();
  change(ada);
  post.scroll();
  change({ userId: '42' });
  dispatchEvent(new Event('pagehide'));
  // Storing progress takes two transactions. They would end before the last of these reads.
  for (let reads = 0; reads < 3; reads += 1) expect(await post.places()).toEqual([]);
});

test('after a logout, no progress is stored for a post opened before the logout', async () => {
  await using _ = openDevice(ada);
  using post = await openPost();
  change({ userId: '42' });
  post.scroll();
  dispatchEvent(new Event('pagehide'));
  for (let reads = 0; reads < 3; reads += 1) expect(await post.places()).toEqual([]);
});
