import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Disclosure } from '../../src/app/layout/Disclosure.tsx';
import { UserMenu } from '../../src/app/layout/UserMenu.tsx';
import { watchLoads } from './support/address.ts';
import { openDevice } from './support/device.ts';
import { eventually } from './support/eventually.ts';
import { openPage } from './support/page.tsx';

const openMenuPage = () =>
  openPage(
    <>
      <Disclosure className="" label="ada">
        {(close) => <UserMenu email="ada@example.org" close={close} />}
      </Disclosure>
      <button type="button">After</button>
    </>,
  );

const button = (name: string) => screen.getByRole('button', { name });
const isOpen = () => screen.queryByRole('button', { name: 'Logout' }) !== null;

test('pressing the button opens and closes the menu, and sets aria-expanded', async () => {
  using page = openMenuPage();
  expect([isOpen(), button('ada').ariaExpanded]).toEqual([false, 'false']);
  await page.user.click(button('ada'));
  expect([isOpen(), button('ada').ariaExpanded]).toEqual([true, 'true']);
  await page.user.click(button('ada'));
  expect(isOpen()).toBe(false);
});

test('Tab moves through the entries, and closes the menu after the last entry', async () => {
  using page = openMenuPage();
  await page.user.click(button('ada'));
  for (const next of [screen.getByRole('link', { name: 'ada@example.org' }), button('Logout'), button('After')]) {
    await page.user.tab();
    expect(document.activeElement).toBe(next);
  }
  expect(isOpen()).toBe(false);
});

test('Escape closes the menu and returns the focus to the button', async () => {
  using page = openMenuPage();
  await page.user.click(button('ada'));
  await page.user.keyboard('{Tab}{Escape}');
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(button('ada'));
});

test('a click elsewhere closes the menu, and focuses the clicked element', async () => {
  using page = openMenuPage();
  await page.user.click(button('ada'));
  await page.user.click(button('After'));
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(button('After'));
});

test('Enter on the email entry opens the profile, and closes the menu', async () => {
  using page = openMenuPage();
  await page.user.click(button('ada'));
  await page.user.keyboard('{Tab}{Enter}');
  expect(page.address()).toBe('/profile');
  expect(isOpen()).toBe(false);
});

test('the Logout button ends the session and opens the login page', async () => {
  await using _ = openDevice({ token: 'abc', userId: '42' });
  using address = watchLoads();
  using page = openMenuPage();
  await page.user.click(button('ada'));
  await page.user.click(button('Logout'));
  await eventually(() => expect(address.loads).toEqual(['/login']));
  expect({ ...localStorage }).toEqual({ userId: '42' });
});
