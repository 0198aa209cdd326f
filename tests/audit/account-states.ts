import { accountPaths } from '../../src/contract/account-paths.ts';
import { callPaths, pagePaths } from '../../src/contract/paths.ts';
import { button, fill, main } from '../browser/support/screen.ts';
import { author, reader, type State, see } from './state.ts';

const codes = Array.from({ length: 10 }, (_, index) => `${index}KVD-RK54-M4Y4-FRBM`);

/** States of the account's screens. None of them changes the server, because later states use the same author. */
export const accountStates: State[] = [
  author('account, codes and deleting asked for, a wrong password', async (page) => {
    await see(page, pagePaths.account);
    await button(page, 'Delete account').click();
    await main(page).getByText('with every version and picture').waitFor();
    await button(page, 'Make recovery codes').click();
    const asking = main(page).getByRole('region', { name: 'Make codes' });
    await asking.getByLabel('Password', { exact: true }).fill('a guess');
    await button(page, 'Make codes').click();
    await main(page).getByText('That is not your password.').waitFor();
  }),
  author('account, recovery codes', async (page) => {
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
  }),
  author('account, loading', async (page) => {
    await page.route(`**${accountPaths.sessions}`, () => undefined);
    await page.goto(pagePaths.account);
    await main(page).getByText('Loading your devices…').waitFor();
  }),
  author('account, no connection', async (page) => {
    await page.route('**/auth/**', (route) => route.abort());
    await page.goto(pagePaths.account);
    await main(page).getByText('Changing your password needs a connection.').waitFor();
  }),
  author('account, a list that is held back', async (page) => {
    const headers = { 'Retry-After': '90' };
    await page.route(`**${accountPaths.sessions}`, (route) =>
      route.fulfill({ status: 429, headers, json: { code: 'too_many_attempts' } }),
    );
    await page.goto(pagePaths.account);
    await main(page).getByText('Trying again in 2 minutes.', { exact: false }).waitFor();
  }),
  author('account, an expired login', async (page) => {
    await page.route(`**${accountPaths.sessions}`, (route) => route.fulfill({ status: 401, body: '' }));
    await page.goto(pagePaths.account);
    await page.getByRole('dialog', { name: 'Log in again' }).waitFor();
  }),
  author('account, everywhere asked for', async (page) => {
    await see(page, pagePaths.account);
    await button(page, 'Log out everywhere').click();
    await main(page).getByRole('region', { name: 'Log out everywhere' }).waitFor();
  }),
  author('create, an expired login', async (page) => {
    await page.route(`**${callPaths.posts}`, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 401, body: '' }) : route.continue(),
    );
    await see(page, pagePaths.create);
    await fill(page, { 'Blog Heading': 'A heading', 'Blog Content': 'At length.' });
    await button(page, 'Create Blog').click();
    await page.getByRole('dialog', { name: 'Log in again' }).waitFor();
  }),
  reader('recover, a wrong code', async (page) => {
    await page.route(`**${accountPaths.recover}`, (route) =>
      route.fulfill({ status: 403, contentType: 'application/problem+json', body: '{"code":"wrong_code"}' }),
    );
    await see(page, pagePaths.recover);
    await fill(page, { Email: 'ada@example.com', 'Recovery code': 'AAAA', 'New password': 'a new password' });
    await button(page, 'Set password').click();
    await main(page).getByText('do not match').waitFor();
  }),
  reader('recover, by a link', (page) => see(page, `${pagePaths.recover}#a-secret`)),
  reader('recover, done', async (page) => {
    await page.route(`**${accountPaths.reset}`, (route) => route.fulfill({ status: 204 }));
    await see(page, `${pagePaths.recover}#a-secret`);
    await fill(page, { 'New password': 'a new password' });
    await button(page, 'Set password').click();
    await main(page).getByText('Your new password is set.').waitFor();
  }),
];
