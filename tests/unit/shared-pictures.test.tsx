import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { PreparedImage } from '../../src/writing/pictures/prepare-image.ts';
import { catchErrors } from './support/console.ts';
import { openCreate } from './support/create-screen.tsx';
import { openDevice } from './support/device.ts';
import { eventually } from './support/eventually.ts';
import { stubGlobal } from './support/global.ts';
import { openLocks } from './support/locks.ts';
import { openRecordFaults } from './support/record-faults.ts';

const author = { token: 'abc', userId: '42' };

const made = vi.hoisted(() => ({ answers: [] as PreparedImage[] }));

vi.mock('../../src/writing/pictures/prepare-image.ts', () => ({
  prepareImage: async () => made.answers.shift() ?? { kind: 'refused', reason: 'unreadable' },
}));

const loadStore = () => import('../../src/writing/pictures/shared-pictures.ts');

const picture = (name: string) => new File([name], name, { type: 'image/jpeg' });

const prepared = (digit: string): PreparedImage => ({
  kind: 'made',
  name: `${digit.repeat(64)}-30x20.jpg`,
  bytes: new ArrayBuffer(1),
});

async function openWorld() {
  await using owned = new AsyncDisposableStack();
  owned.use(openDevice(author));
  owned.use(openLocks());
  const faults = owned.use(openRecordFaults());
  owned.use(catchErrors());
  const opened = owned.move();
  return { faults, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

const shared = () => screen.findByRole('region', { name: 'Shared pictures' });

test('a shared picture stays stored until it is in a text or proves unusable', async () => {
  await using _ = await openWorld();
  const { storeSharedPictures, readAllSharedPictures } = await loadStore();
  await storeSharedPictures(['a', 'b', 'c', 'd', 'e'].map(picture), '42');
  made.answers = [
    prepared('a'),
    { kind: 'refused', reason: 'falsified' },
    { kind: 'refused', reason: 'heic' },
    { kind: 'refused', reason: 'too slow' },
    { kind: 'refused', reason: 'animated' },
  ];
  using page = await openCreate();
  await page.user.click(within(await shared()).getByRole('button', { name: /^Add to this text/ }));
  await eventually(async () => expect((await readAllSharedPictures()).map(({ left }) => left)).toEqual([[1, 3]]));
  made.answers = [prepared('b'), prepared('c')];
  const content = screen.getByLabelText<HTMLTextAreaElement>('Blog Content');
  content.setSelectionRange(content.value.length, content.value.length);
  await page.user.click(await within(await shared()).findByRole('button', { name: /^Add to this text/ }));
  await eventually(async () => expect(await readAllSharedPictures()).toEqual([]));
  expect(content.value.match(/!\[\]/g)).toHaveLength(3);
});

test('a shared picture stays stored if the prepared image exceeds the quota', async () => {
  await using world = await openWorld();
  const { storeSharedPictures, readAllSharedPictures } = await loadStore();
  await storeSharedPictures([picture('a')], '42');
  world.faults.hasRoomFor = (_record, key) => !key.startsWith('image');
  made.answers = [prepared('a')];
  using page = await openCreate();
  await page.user.click(within(await shared()).getByRole('button', { name: /^Add to this text/ }));
  await screen.findByText(/this device has no room for it/);
  await within(await shared()).findByRole('button', { name: /^Add to this text/ });
  expect(await readAllSharedPictures()).toMatchObject([{ left: [0] }]);
});

test('names the left-out parts of a share, and clears the URL, even if Web Locks fail', async () => {
  await using _ = await openWorld();
  navigator.locks.query = () => Promise.reject(new Error('no answer'));
  history.replaceState(null, '', '/create?text=words&left-out=no+worker');
  using __ = await openCreate();
  await screen.findByText(/^The shared pictures are not here/);
  await eventually(() => expect(location.search).toBe(''));
});

test('names the left-out parts of a share, and clears the URL, even over plain http', async () => {
  await using _ = await openWorld();
  const { crypto } = globalThis;
  // Plain http has no `crypto.subtle`.
  using __ = stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  history.replaceState(null, '', '/create?text=words&left-out=text+cut');
  using ___ = await openCreate();
  await screen.findByText('Only the beginning of the shared text is here.');
  expect(screen.queryByRole('button', { name: 'Add picture' })).toBeNull();
  await eventually(() => expect(location.search).toBe(''));
});

test("each share's buttons name its pictures and age; one status reports discards", async () => {
  await using _ = await openWorld();
  const { storeSharedPictures } = await loadStore();
  const hour = 60 * 60 * 1000;
  await storeSharedPictures([picture('a')], '42', Date.now() - hour);
  await storeSharedPictures([picture('b'), picture('c')], '42', Date.now() - 2 * hour);
  using page = await openCreate();
  const list = await shared();
  const names = () => within(list).queryAllByRole('button');
  expect(names().map(({ textContent }) => textContent)).toEqual([
    'Add to this text 2 pictures, 2 hours ago',
    'Discard 2 pictures, 2 hours ago',
    'Add to this text 1 picture, 1 hour ago',
    'Discard 1 picture, 1 hour ago',
  ]);
  expect(within(list).getByRole('status').textContent).toBe('');
  await page.user.click(within(list).getByRole('button', { name: /^Discard 2 pictures/ }));
  await within(list).findByText('Discarded 2 pictures.');
  await page.user.click(within(list).getByRole('button', { name: /^Discard 1 picture/ }));
  await within(list).findByText('Discarded 1 picture.');
  expect(names()).toEqual([]);
  expect(list.isConnected).toBe(true);
});
