import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { openOwnBackend } from './support/backend.ts';
import { openDevice } from './support/device.ts';
import { eventually } from './support/eventually.ts';
import { openLocks } from './support/locks.ts';
import { entryOf, post } from './support/outbox.ts';
import { openPage } from './support/page.tsx';
import { openRecordFaults } from './support/record-faults.ts';

async function openConflict() {
  const { openSession } = await import('../../src/data/session/session.ts');
  openSession();
  const { putEntry, readOutbox } = await import('../../src/data/outbox/outbox-store.ts');
  const { EditConflict } = await import('../../src/app/screens/edit/EditConflict.tsx');
  const base = { version: 3, etag: '"3"', texts: post('Typo') };
  const work = { kind: 'edit', postId: 'p', base, post: post('Mine') } as const;
  const state = { name: 'conflict', theirs: { version: 4, etag: '"4"', texts: post('Theirs') } } as const;
  const entry = { ...entryOf('Mine', { id: 'edit-mine', state }), work };
  await putEntry(entry);
  const page = openPage(
    <Routes>
      <Route path="/blog/p/edit" element={<EditConflict entry={entry} />} />
      <Route path="*" element={<p />} />
    </Routes>,
    '/blog/p/edit',
  );
  for (const choice of await screen.findAllByRole('radio', { name: 'Keep mine' })) await page.user.click(choice);
  return Object.assign(page, { readOutbox });
}

test('a decided conflict leads to the post at once, however long its call takes', async () => {
  await using _ = openDevice({ token: 'abc', userId: '42' });
  using __ = openLocks();
  await using backend = await openOwnBackend(() => 'hang');
  using page = await openConflict();
  await page.user.click(screen.getByRole('button', { name: 'Save changes' }));
  await eventually(() => expect(page.address()).toBe('/blog/p'));
  await eventually(() => expect(backend.received).toMatchObject([{ method: 'PUT', headers: { 'if-match': '"4"' } }]));
  expect(await page.readOutbox()).toMatchObject([{ work: { post: post('Mine') } }]);
});

test('an author who has left a conflict is not led away once the device has stored the decision', async () => {
  await using _ = openDevice({ token: 'abc', userId: '42' });
  using __ = openLocks();
  using faults = openRecordFaults();
  await using backend = await openOwnBackend(() => 'hang');
  using page = await openConflict();
  const hanging = await faults.hang();
  await page.user.click(screen.getByRole('button', { name: 'Save changes' }));
  await page.user.click(screen.getByRole('button', { name: 'Decide later' }));
  const elsewhere = page.address();
  expect(elsewhere).not.toContain('/p');
  hanging[Symbol.dispose]();
  await eventually(() => expect(backend.received).toHaveLength(1));
  expect(page.address()).toBe(elsewhere);
});
