import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { openOwnBackend } from './support/backend.ts';
import { eventually } from './support/eventually.ts';
import { openForms, post, published, typed } from './support/forms.ts';
import { openPage } from './support/page.tsx';

/** Opens a conflict in a post's only paragraph, and chooses the author's own text. */
async function openConflict() {
  const { applyEvent, readPostRecord } = await import('../../src/writing/record/record-store.ts');
  const { Edit } = await import('../../src/app/screens/Edit.tsx');
  await applyEvent('p', { kind: 'submitted', ...typed('mine', 'one') }, published('p', 'one'));
  const due = await applyEvent('p', { kind: 'due' });
  const moveTo = (number: number) =>
    applyEvent('p', {
      kind: 'version mismatch',
      key: due?.record.pending?.key ?? '',
      current: { etag: `"${number}"`, number, text: post('theirs') },
      isKnown: true,
      made: [],
    });
  await moveTo(2);
  const page = openPage(
    <Routes>
      <Route path="/blog/:id/edit" element={<Edit />} />
      <Route path="*" element={<p />} />
    </Routes>,
    '/blog/p/edit',
  );
  await page.user.click(await screen.findByRole('radio', { name: 'Keep mine' }));
  return Object.assign(page, { record: () => readPostRecord('p') });
}

const button = (name: string) => screen.getByRole('button', { name });

test('saving a resolved conflict opens the post before the backend answers', async () => {
  await using backend = await openOwnBackend(({ method }) => (method === 'PUT' ? 'hang' : 'drop'));
  await using _ = await openForms();
  using page = await openConflict();
  await page.user.click(button('Save changes'));
  await eventually(() => expect(page.address()).toBe('/blog/p'));
  const edits = () => backend.received.filter(({ method }) => method === 'PUT');
  await eventually(() => expect(edits()).toMatchObject([{ headers: { 'if-match': '"2"' } }]));
  expect(await page.record()).toMatchObject({ pending: { text: post('mine') } });
});

test('a decision stored after the author has left the screen does not navigate', async () => {
  await using backend = await openOwnBackend(({ method }) => (method === 'PUT' ? 'hang' : 'drop'));
  await using forms = await openForms();
  using page = await openConflict();
  const hanging = await forms.faults.hang();
  await page.user.click(button('Save changes'));
  await page.user.click(button('Decide later'));
  expect(page.address()).toBe('/myBlogs');
  hanging[Symbol.dispose]();
  await eventually(() => expect(backend.received.some(({ method }) => method === 'PUT')).toBe(true));
  expect(page.address()).toBe('/myBlogs');
});
