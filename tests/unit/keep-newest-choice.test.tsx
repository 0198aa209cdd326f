import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { KeepNewest } from '../../src/app/screens/home/KeepNewest.tsx';
import { connection } from '../../src/device/calls/connection.ts';
import { readNewestChoice } from '../../src/reading/store/newest-choice.ts';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { replace } from './support/global.ts';
import { openPage } from './support/page.tsx';

const choice = { count: 100, withPictures: false } as const;
const kept = 'The newest 100 posts are kept on this device.';

test.each([
  [{ choice, here: 64, isAll: false }, `${kept} 64 are here now.`],
  [{ choice, here: 1, isAll: false }, `${kept} 1 is here now.`],
  [{ choice, here: 100, isAll: false }, `${kept} All of them are here now.`],
  [{ choice, here: 64, isAll: true }, `${kept} There are 64, and all are here now.`],
  [
    { choice: { ...choice, count: 0 as const }, here: 0, isAll: false },
    'No posts are saved in advance. Posts you read stay here.',
  ],
])('the status says how many of the newest posts are on the device: %o', (state, expected) => {
  using _ = openPage(<KeepNewest {...state} />);
  expect(screen.getByRole('status').textContent).toBe(expected);
});

test('without a network, the status says that missing posts are fetched later', () => {
  connection.set('away');
  using _ = openPage(<KeepNewest choice={choice} here={64} isAll={false} />);
  expect(screen.getByRole('status').textContent).toContain('64 are here now; the rest will follow when you’re online');
  connection.set('reachable');
});

test('with data saving on, the status says that at most 20 posts are fetched', () => {
  using _ = replace(navigator as { connection?: object }, { connection: { saveData: true } });
  using __ = openPage(<KeepNewest choice={choice} here={20} isAll={false} />);
  expect(screen.getByRole('status').textContent).toContain('no more than 20 are fetched, without pictures.');
});

test('the newest-posts choice is stored; Off disables the checkbox for pictures', async () => {
  await using _ = openDevice();
  using __ = catchErrors();
  using page = openPage(<KeepNewest choice={choice} here={100} isAll={false} />);
  await page.user.click(screen.getByLabelText(/^With their pictures/));
  expect(await readNewestChoice()).toEqual({ count: 100, withPictures: true });
  await page.user.click(screen.getByLabelText('Off'));
  expect(await readNewestChoice()).toEqual({ count: 0, withPictures: true });
  expect(screen.getByLabelText(/^With their pictures/)).toHaveProperty('disabled', true);
});

test('a choice that cannot be stored is undone, and a message says so', async () => {
  using _ = catchErrors();
  using page = openPage(<KeepNewest choice={choice} here={100} isAll={false} />);
  await page.user.click(screen.getByLabelText('300 posts'));
  await screen.findByText(/^That did not work/);
  expect(screen.getByLabelText('100 posts')).toHaveProperty('checked', true);
});
