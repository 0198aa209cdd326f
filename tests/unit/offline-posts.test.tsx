import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OfflinePosts } from '../../src/app/screens/home/OfflinePosts.tsx';
import { timeouts } from '../../src/device/timeouts.ts';
import { readOfflineIds } from '../../src/reading/store/on-this-device.ts';
import { openDevice } from './support/device.ts';
import { eventually } from './support/eventually.ts';
import { replace } from './support/global.ts';
import { openPage } from './support/page.tsx';
import { storeBackendAnswer } from './support/stored-reading.ts';
import { fakeServiceWorkerContainer } from './support/worker-container.ts';

const list = ['One', 'Two', 'Three'].map((title) => ({ _id: title, title, content: 'Text' }));

const titles = () => screen.queryAllByRole('article').map((card) => card.querySelector('h2')?.textContent);

test('removed posts do not reappear when the time for Undo ends', async () => {
  await using _ = openDevice();
  using __ = fakeServiceWorkerContainer({ controlled: true });
  using ___ = replace(timeouts, { undoMs: 20 });
  await storeBackendAnswer('/blog/posts', list);
  using page = openPage(<OfflinePosts />);
  await page.user.click(await screen.findByText('Remove all 3 posts'));
  expect(titles()).toEqual([]);
  await screen.findByText('Nothing yet. Posts you read are saved here.');
  expect(titles()).toEqual([]);
});

test('"Remove all posts" removes all except a post that is just being pinned', async () => {
  await using _ = openDevice();
  using __ = fakeServiceWorkerContainer({ controlled: true });
  using ___ = replace(timeouts, { undoMs: 50 });
  await storeBackendAnswer('/blog/posts', list);
  using ____ = openPage(<OfflinePosts />);
  fireEvent.click(await screen.findByLabelText('Keep: Two'));
  fireEvent.click(screen.getByText('Remove all 3 posts'));
  await eventually(async () => expect(await readOfflineIds()).toEqual({ kept: ['Two'], passing: [] }));
});
