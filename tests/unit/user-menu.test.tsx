import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { UserMenu } from '../../src/app/layout/UserMenu.tsx';
import { watchLoads } from './support/address.ts';
import { openDevice } from './support/device.ts';
import { eventually } from './support/eventually.ts';
import { openPage } from './support/page.tsx';

const openMenuPage = () =>
  openPage(
    <>
      <button type="button">Before</button>
      <UserMenu username="ada" email="ada@example.org" />
      <button type="button">After</button>
    </>,
  );

const button = () => screen.getByRole('button', { name: 'ada' });
const isOpen = () => screen.queryByRole('menu') !== null;
const email = () => screen.getByRole('menuitem', { name: 'ada@example.org' });
const logout = () => screen.getByRole('menuitem', { name: 'Logout' });

test('the menu is closed at first, and the button says so', () => {
  using _ = openMenuPage();
  expect(isOpen()).toBe(false);
  expect(button().getAttribute('aria-haspopup')).toBe('menu');
  expect(button().getAttribute('aria-expanded')).toBe('false');
  expect(document.getElementById(button().getAttribute('aria-controls') ?? '')?.getAttribute('role')).toBe('menu');
});

test.each([
  ['{Enter}', email],
  [' ', email],
  ['{ArrowDown}', email],
  ['{ArrowUp}', logout],
])('%j opens the menu on an entry', async (key, entry) => {
  using page = openMenuPage();
  button().focus();
  await page.user.keyboard(key);
  expect(button().getAttribute('aria-expanded')).toBe('true');
  expect(document.activeElement).toBe(entry());
});

test('a click opens and closes the menu', async () => {
  using page = openMenuPage();
  await page.user.click(button());
  expect(isOpen()).toBe(true);
  await page.user.click(button());
  expect(isOpen()).toBe(false);
});

test('arrows go round, Home and End go to the ends', async () => {
  using page = openMenuPage();
  await page.user.click(button());
  const visited: (string | null | undefined)[] = [];
  for (const key of ['{ArrowDown}', '{ArrowDown}', '{ArrowUp}', '{Home}', '{ArrowUp}', '{Home}', '{End}', '{End}']) {
    await page.user.keyboard(key);
    visited.push(document.activeElement?.textContent);
  }
  const [first, last] = ['ada@example.org', 'Logout'];
  expect(visited).toEqual([last, first, last, first, last, first, last, last]);
});

test('Escape closes the menu and gives the focus back to the button', async () => {
  using page = openMenuPage();
  await page.user.click(button());
  await page.user.keyboard('{ArrowDown}{Escape}');
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(button());
});

test('Tab passes the menu as one stop, and closes it', async () => {
  using page = openMenuPage();
  const [before, after] = ['Before', 'After'].map((name) => screen.getByRole('button', { name }));
  before?.focus();
  await page.user.tab();
  expect(document.activeElement).toBe(button());
  await page.user.tab();
  expect(document.activeElement).toBe(after);
  await page.user.click(button());
  await page.user.tab();
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(after);
});

test('a click elsewhere closes the menu and takes the focus where it was made', async () => {
  using page = openMenuPage();
  await page.user.click(button());
  await page.user.click(screen.getByRole('button', { name: 'Before' }));
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Before' }));
});

test('the email leads to the profile and closes the menu', async () => {
  using page = openMenuPage();
  await page.user.click(button());
  await page.user.keyboard('{Enter}');
  expect(page.address()).toBe('/profile');
  expect(isOpen()).toBe(false);
});

test.each(['{Enter}', ' '])('%j on Logout logs out', async (key) => {
  await using _ = openDevice({ token: 'abc', userId: '42' });
  using address = watchLoads();
  using page = openMenuPage();
  await page.user.click(button());
  await page.user.keyboard('{End}');
  await page.user.keyboard(key);
  await eventually(() => expect(address.loads).toEqual(['/login']));
  expect({ ...localStorage }).toEqual({ userId: '42' });
});
