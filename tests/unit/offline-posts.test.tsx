import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OfflinePosts } from '../../src/app/screens/home/OfflinePosts.tsx';
import { timeouts } from '../../src/device/timeouts.ts';
import { readOfflineIds, readOfflineInventory } from '../../src/reading/store/on-this-device.ts';
import { openDevice } from './support/device.ts';
import { eventually } from './support/eventually.ts';
import { replace } from './support/global.ts';
import { openPage } from './support/page.tsx';
import { keepAnswer } from './support/stored-reading.ts';
import { fakeServiceWorkerContainer } from './support/worker-container.ts';

const list = ['One', 'Two', 'Three'].map((title) => ({ _id: title, title, content: 'Text' }));

const answers = {
  ids: readOfflineIds,
  inventory: async () => ({ ...(await readOfflineInventory()), unpublishedImages: { count: 0, bytes: 0 } }),
};

/** A worker that answers when it is told to. */
function openWorker() {
  const container = fakeServiceWorkerContainer({ controlled: true });
  let answered = 0;
  return {
    /** Waits for the next question, and answers it with what is on the device now. */
    async answer(expected: keyof typeof answers) {
      const [asked, port] = await eventually(() => {
        const [asked, port] = [container.received[answered], container.ports[answered]];
        if (asked?.type !== 'ask' || !port) throw new Error('The worker was not asked.');
        return [asked, port] as const;
      });
      answered += 1;
      expect(asked.what).toBe(expected);
      port.postMessage({ answer: await answers[expected]() });
    },
    [Symbol.dispose]: container[Symbol.dispose],
  };
}

const titles = () => screen.queryAllByRole('article').map((card) => card.querySelector('h2')?.textContent);

test('posts that were removed are not shown again before the worker says what is left', async () => {
  await using _ = openDevice();
  using worker = openWorker();
  using __ = replace(timeouts, { undoMs: 20 });
  await keepAnswer('/blog/posts', list);
  using page = openPage(<OfflinePosts />);
  await worker.answer('inventory');
  await page.user.click(await screen.findByText('Remove all 3 posts'));
  expect(titles()).toEqual([]);
  await worker.answer('ids');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(titles()).toEqual([]);
  await worker.answer('inventory');
  await worker.answer('inventory');
  await screen.findByText('Nothing on this device yet: what you read will be.');
});

test('posts are removed also if another one was just being kept', async () => {
  await using _ = openDevice();
  using worker = openWorker();
  using __ = replace(timeouts, { undoMs: 50 });
  await keepAnswer('/blog/posts', list);
  using ___ = openPage(<OfflinePosts />);
  await worker.answer('inventory');
  fireEvent.click(await screen.findByLabelText('Keep: Two'));
  fireEvent.click(screen.getByText('Remove all 3 posts'));
  await eventually(async () => expect(await readOfflineIds()).toEqual({ kept: ['Two'], passing: [] }));
});
