import type { Page } from 'playwright-core';
import { accountPaths } from '../../src/contract/account-paths.ts';
import { callPaths, pagePaths } from '../../src/contract/paths.ts';
import { button, fill, main } from '../browser/support/screen.ts';
import type { State } from './states.ts';

const author = { signedIn: true, withWorker: false };
const nobody = { signedIn: false, withWorker: false };

const codes = Array.from({ length: 10 }, (_, index) => `${index}KVD-RK54-M4Y4-FRBM`);

/** What becomes of the screens of one's own account. Nothing is changed on the server: the author has other states to see. */
export const accountStates: State[] = [
  {
    ...author,
    name: 'account, codes and deleting asked for, a wrong password',
    async open(page) {
      await see(page, pagePaths.account);
      await button(page, 'Delete account').click();
      await main(page).getByText('with every version and picture').waitFor();
      await button(page, 'Make recovery codes').click();
      const asking = main(page).getByRole('region', { name: 'Make codes' });
      await asking.getByLabel('Password', { exact: true }).fill('a guess');
      await button(page, 'Make codes').click();
      await main(page).getByText('That is not your password.').waitFor();
    },
  },
  {
    ...author,
    name: 'account, recovery codes',
    async open(page) {
      await page.route(`**${accountPaths.recoveryCodes}`, (route) =>
        route.fulfill({
          json: route.request().method() === 'POST' ? { codes } : { left: 10, createdAt: '2026-11-20T12:00:00Z' },
        }),
      );
      await see(page, pagePaths.account);
      await button(page, 'Make new codes').click();
      const asking = main(page).getByRole('region', { name: 'Make codes' });
      await asking.getByLabel('Password', { exact: true }).fill('a password');
      await button(page, 'Make codes').click();
      await button(page, 'I have kept them').waitFor();
    },
  },
  {
    ...author,
    name: 'account, loading',
    async open(page) {
      await page.route(`**${accountPaths.sessions}`, () => undefined);
      await page.goto(pagePaths.account);
      await main(page).getByText('Loading your devices…').waitFor();
    },
  },
  {
    ...author,
    name: 'account, no connection',
    async open(page) {
      await page.route('**/auth/**', (route) => route.abort());
      await page.goto(pagePaths.account);
      await main(page).getByText('Changing your password needs a connection.').waitFor();
    },
  },
  {
    ...author,
    name: 'account, a list that is held back',
    async open(page) {
      const headers = { 'Retry-After': '90' };
      await page.route(`**${accountPaths.sessions}`, (route) =>
        route.fulfill({ status: 429, headers, json: { code: 'too_many_attempts' } }),
      );
      await page.goto(pagePaths.account);
      await main(page).getByText('It is asked again in 2 minutes.', { exact: false }).waitFor();
    },
  },
  {
    ...author,
    name: 'account, an expired login',
    async open(page) {
      await page.route(`**${accountPaths.sessions}`, (route) => route.fulfill({ status: 401, body: '' }));
      await page.goto(pagePaths.account);
      await page.getByRole('dialog', { name: 'Log in again' }).waitFor();
    },
  },
  {
    ...author,
    name: 'account, everywhere asked for',
    async open(page) {
      await see(page, pagePaths.account);
      await button(page, 'Log out everywhere').click();
      await main(page).getByRole('region', { name: 'Log out everywhere' }).waitFor();
    },
  },
  {
    ...author,
    name: 'create, an expired login',
    async open(page) {
      await page.route(`**${callPaths.posts}`, (route) =>
        route.request().method() === 'POST' ? route.fulfill({ status: 401, body: '' }) : route.continue(),
      );
      await see(page, pagePaths.create);
      await fill(page, { 'Blog Heading': 'A heading', 'Blog Content': 'At length.' });
      await button(page, 'Create Blog').click();
      await page.getByRole('dialog', { name: 'Log in again' }).waitFor();
    },
  },
  {
    ...nobody,
    name: 'recover, a wrong code',
    async open(page) {
      await page.route(`**${accountPaths.recover}`, (route) =>
        route.fulfill({ status: 403, contentType: 'application/problem+json', body: '{"code":"wrong_code"}' }),
      );
      await see(page, pagePaths.recover);
      await fill(page, { Email: 'ada@example.com', 'Recovery code': 'AAAA', 'New password': 'a new password' });
      await button(page, 'Set password').click();
      await main(page).getByText('do not go together').waitFor();
    },
  },
  { ...nobody, name: 'recover, by a link', open: (page) => see(page, `${pagePaths.recover}#a-secret`) },
  {
    ...nobody,
    name: 'recover, done',
    async open(page) {
      await page.route(`**${accountPaths.reset}`, (route) => route.fulfill({ status: 204 }));
      await see(page, `${pagePaths.recover}#a-secret`);
      await fill(page, { 'New password': 'a new password' });
      await button(page, 'Set password').click();
      await main(page).getByText('Your new password is set.').waitFor();
    },
  },
];

async function see(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' });
}
