import { fireEvent, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { json, openOwnBackend } from './support/backend.ts';
import { openForms, post, published } from './support/forms.ts';
import { replace } from './support/global.ts';
import { openPage } from './support/page.tsx';

test('whoever has typed while the device hung is told of the changes that it has', async () => {
  await using _ = await openOwnBackend(() => json({ _id: 'p', version: 1, etag: '"1"', ...post('one') }));
  await using forms = await openForms();
  const { timeouts } = await import('../../src/device/timeouts.ts');
  const { playEvent } = await import('../../src/writing/record/record-store.ts');
  const { Edit } = await import('../../src/app/screens/Edit.tsx');
  const typed = { text: post('two'), from: post('one'), rev: 2, form: 'f', userId: '42' };
  await playEvent('p', { kind: 'typed', ...typed }, published('p', 'one'));
  using __ = replace(timeouts, { deviceTimeoutMs: 20, maxRetryMs: 20, unsavedRetryMs: 20, draftLockTimeoutMs: 20 });
  const hanging = await forms.faults.hang();
  using page = openPage(
    <Routes>
      <Route path="/blog/:id/edit" element={<Edit />} />
    </Routes>,
    '/blog/p/edit',
  );
  fireEvent.change(await screen.findByDisplayValue('one'), { target: { value: 'mine' } });
  hanging[Symbol.dispose]();
  const told = await screen.findByText(/already had unsaved changes to this post/);
  expect(told.textContent).not.toContain('another tab');
  await page.user.click(screen.getByRole('button', { name: 'Edit here' }));
  await screen.findByDisplayValue('two');
});
