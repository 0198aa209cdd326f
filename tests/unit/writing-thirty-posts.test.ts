import { expect, test, vi } from 'vitest';
import { openPages } from './support/writing-pages.ts';

const minute = 60_000;

/**
 * Publishes thirty posts from two tabs during half an hour without a network, to a backend without idempotency keys.
 * Once the network is back, loses this many answers.
 *
 * @param isTold whether the browser fires `online` when the network returns. A train's Wi-Fi never seems offline.
 * @returns the seconds from the network's return until all posts are published.
 */
async function secondsAfterReturn(isTold: boolean, lostAnswers: number): Promise<number> {
  await using pages = await openPages({ hasKeys: false });
  const { server } = pages;
  using onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(!isTold);
  server.fateOf = () => 'lost';
  const tabs = [pages.openTab(), pages.openTab()];
  const written = Array.from({ length: 30 }, (_, nth) => `post ${nth}`);
  for (const [nth, content] of written.entries()) {
    await pages.publish(`record ${nth}`, content);
    void tabs[nth % 2]?.sendNow();
    await pages.pass(minute, 5_000);
  }
  let unheard = 0;
  server.fateOf = ({ method }) => {
    if (method !== 'POST' || unheard === lostAnswers) return 'answered';
    unheard += 1;
    return 'unheard';
  };
  onLine.mockReturnValue(true);
  const returnedAt = Date.now();
  const { connection } = await import('../../src/device/calls/connection.ts');
  if (isTold) dispatchEvent(new Event('online'));
  else connection.set('reachable');
  while (pages.contents().length < written.length && Date.now() - returnedAt < 10 * minute) await pages.pass(100);
  const seconds = (Date.now() - returnedAt) / 1_000;
  // Leaves time for a post that would be published late or twice.
  await pages.pass(minute, 1_000);
  expect(pages.contents()).toEqual(written);
  return seconds;
}

test.each([
  ['the browser fires online', true],
  ['another call gets an answer', false],
])('thirty posts written offline are published within five seconds after %s', async (_, isTold) => {
  const seconds = await secondsAfterReturn(isTold, 0);
  console.info(`All published ${seconds} s after the network's return`);
  expect(seconds).toBeLessThan(5);
});

test('with one lost answer, thirty posts are published within 10 to 16 seconds', async () => {
  const seconds = await secondsAfterReturn(false, 1);
  console.info(`All published ${seconds} s after the network's return, one answer lost`);
  expect(seconds).toBeGreaterThan(10);
  expect(seconds).toBeLessThan(16);
});

test('with three lost answers, thirty posts are published in less than 40 seconds', async () => {
  const seconds = await secondsAfterReturn(true, 3);
  console.info(`All published ${seconds} s after the network's return, three answers lost`);
  expect(seconds).toBeLessThan(40);
});
