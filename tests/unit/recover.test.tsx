import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { json, type Reply, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { eventually } from './support/eventually.ts';
import { openPage } from './support/page.tsx';
import { openOwnStage } from './support/stage.ts';

async function openRecover(address = '/recover') {
  const { Recover } = await import('../../src/app/screens/Recover.tsx');
  return openPage(<Recover />, address);
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

test("the form of an operator's recovery link asks only for the new password", async () => {
  await using backend = await openOwnStage(() => status(204));
  using page = await openRecover('/recover#the-secret');
  expect(screen.queryByLabelText('Email')).toBeNull();
  await page.user.type(field('New password'), 'new and better');
  await page.user.click(screen.getByRole('button', { name: 'Set password' }));
  await screen.findByText(/Your new password is set/);
  await eventually(() => expect(document.activeElement?.textContent).toContain('Your new password is set.'));
  expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
  expect(backend.received.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
    ['/auth/reset', { link: 'the-secret', newPassword: 'new and better' }],
  ]);
});

test.each<[string, string, Reply, RegExp]>([
  ['a wrong code', '/recover', json({ code: 'wrong_code' }, {}, 403), /do not match/],
  ['a link that was used', '/recover#x', json({ code: 'wrong_link' }, {}, 403), /used already/],
  ['too many attempts', '/recover', json({ code: 'too_many_attempts' }, {}, 429), /Try again later/],
  ['a refused password', '/recover#x', json({ code: 'invalid_field' }, {}, 422), /refused this password/],
  ['no network', '/recover', 'drop', /may be set already/],
])('the form reports %s, and keeps the typed password', async (_, address, reply, text) => {
  using __ = catchErrors();
  await using ___ = await openOwnStage(() => reply);
  using page = await openRecover(address);
  const { user } = page;
  if (address === '/recover') {
    await user.type(field('Email'), 'ada@example.org');
    await user.type(field('Recovery code'), 'code-0001');
  }
  await user.type(field('New password'), 'new and better');
  await user.click(screen.getByRole('button', { name: 'Set password' }));
  await screen.findByText(text);
  expect(field('New password').value).toBe('new and better');
});

test('the recovery fields have autocomplete values for password managers', async () => {
  await using _ = await openOwnStage(() => status(204));
  using __ = await openRecover();
  const kinds = ['Email', 'Recovery code', 'New password'].map((label) => field(label).getAttribute('autocomplete'));
  expect(kinds).toEqual(['username', 'one-time-code', 'new-password']);
});
