import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { causesDocumentLoad } from './support/document-load.ts';
import { callsOf } from './support/received.ts';
import { button, field, fill, isAt, main, navigate, shows } from './support/screen.ts';
import { openOwnSite, ownSites } from './support/site.ts';
import { beforeWorker, openAuthorTabOn, type Tab } from './support/tab.ts';
import { isFocused } from './support/tab-to.ts';
import { addVirtualAuthenticator } from './support/virtual-authenticator.ts';

// Only `npm run test:all` runs these tests, because API tests cover the server's part.
const exhaustive = { tags: ['exhaustive'] };

const section = (page: Page) => main(page).getByRole('region', { name: 'Passkeys' });
const passkeys = (page: Page) => section(page).getByRole('listitem');
const sectionShows = (page: Page, text: string) => section(page).getByText(text).waitFor();

async function openSection(tab: Tab): Promise<void> {
  await tab.goto('/account');
  await sectionShows(tab.page, 'With a passkey you log in');
}

async function askFor(page: Page, password: string): Promise<void> {
  await section(page).getByRole('button', { name: 'Add a passkey' }).click();
  await section(page).getByLabel('Password', { exact: true }).fill(password);
  await section(page).getByRole('button', { name: 'Add passkey' }).click();
}

async function add(tab: Tab, password: string): Promise<void> {
  await openSection(tab);
  await askFor(tab.page, password);
  await sectionShows(tab.page, 'Your passkey is added.');
}

/** Removes the login from the device. */
async function forgetLogin({ page }: Tab): Promise<void> {
  await page.evaluate(() => localStorage.clear());
}

/** Counts how often the app offers passkeys in the browser's autofill, and how often it aborts the offer. */
async function watchOffers({ page }: Tab): Promise<() => Promise<{ offered: number; ended: number }>> {
  await page.addInitScript(() => {
    const counts = { offered: 0, ended: 0 };
    Object.assign(window, { offers: counts });
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = (options) => {
      counts.offered++;
      options?.signal?.addEventListener('abort', () => counts.ended++);
      return get(options);
    };
  });
  return () => page.evaluate(() => Reflect.get(window, 'offers'));
}

test.for(ownSites)("an author logs in with a new passkey from the form's autofill ($backend)", async ({ open }) => {
  const { tab, page, author } = await openAuthorTabOn(open, beforeWorker);
  const authenticator = await addVirtualAuthenticator(page);
  await openSection(tab);
  await sectionShows(page, 'You have no passkeys yet.');
  await askFor(page, author.password);
  await sectionShows(page, 'Your passkey is added.');
  await expect.poll(() => passkeys(page).count()).toBe(1);
  await passkeys(page).getByText('not used yet').waitFor();
  await expect.poll(() => isFocused(button(page, 'Add a passkey'))).toBe(true);

  await authenticator.confirm(false);
  await forgetLogin(tab);
  await tab.goto('/login');
  expect(await field(page, 'Email').getAttribute('autocomplete')).toBe('username webauthn');
  await main(page).getByRole('link', { name: 'Register' }).click();
  await causesDocumentLoad(page, '/home', async () => {
    await authenticator.confirm(true);
    await main(page).getByRole('link', { name: 'Login' }).click();
  });
  await button(page, 'Ada').waitFor();
  await openSection(tab);
  await passkeys(page).getByText('last used').waitFor();
});

test('a passkey renews an expired login in the editor, and the post is published', exhaustive, async () => {
  const { site, tab, page, author } = await openAuthorTabOn(openOwnSite, beforeWorker);
  await addVirtualAuthenticator(page);
  await add(tab, author.password);
  await page.evaluate(() => localStorage.setItem('token', 'expired'));
  await tab.goto('/create');
  await fill(page, { 'Blog Heading': 'By passkey', 'Blog Content': 'As typed.' });
  await causesDocumentLoad(page, '/create', () => button(page, 'Create Blog').click());
  const posts = await (await fetch(`${site.api}/blog/users/${author.userId}/posts`)).json();
  expect(posts.map(({ title }: { title: string }) => title)).toEqual(['By passkey']);
  expect(callsOf(site)).toContain('POST /auth/passkeys/login');
});

test('an author adds a passkey after cancelling; a removed passkey cannot log in', exhaustive, async () => {
  const { site, tab, page, author } = await openAuthorTabOn(openOwnSite, beforeWorker);
  const authenticator = await addVirtualAuthenticator(page);
  await authenticator.confirm(false);
  await openSection(tab);
  await askFor(page, author.password);
  await expect.poll(() => callsOf(site)).toContain('POST /auth/passkeys/options');
  await section(page).getByRole('button', { name: 'Cancel' }).click();
  await sectionShows(page, 'No passkey was added: it was cancelled');
  await expect.poll(() => isFocused(button(page, 'Add a passkey'))).toBe(true);
  await authenticator.confirm(true);
  expect(await authenticator.count()).toBe(0);
  await sectionShows(page, 'You have no passkeys yet.');

  await add(tab, author.password);
  await askFor(page, author.password);
  await sectionShows(page, 'No passkey was added: your passkey manager already has one');
  expect(await authenticator.count()).toBe(1);

  const headers = { Authorization: `Bearer ${author.token}` };
  const [{ id }] = await (await fetch(`${site.api}/auth/passkeys`, { headers })).json();
  expect((await fetch(`${site.api}/auth/passkeys/${id}`, { method: 'DELETE', headers })).status).toBe(204);
  await forgetLogin(tab);
  await tab.goto('/login');
  await shows(page, 'Login failed. Please try again.');
  // The app has told the authenticator that the server does not know the passkey.
  await expect.poll(() => authenticator.count()).toBe(0);
  await fill(page, { Email: author.email, Password: author.password });
  await main(page).getByRole('button', { name: 'Login' }).click();
  await isAt(page, '/home');
});

test('with a passkey on offer, a password login fails offline and works online', exhaustive, async () => {
  const { site, tab, page, author } = await openAuthorTabOn(openOwnSite);
  const authenticator = await addVirtualAuthenticator(page);
  await add(tab, author.password);
  await authenticator.confirm(false);
  await forgetLogin(tab);
  await tab.goto('/login');
  await page.locator('#root[data-started]').waitFor();
  await site.stop();
  await navigate(page, '/register');
  await navigate(page, '/login');
  await fill(page, { Email: author.email, Password: author.password });
  await main(page).getByRole('button', { name: 'Login' }).click();
  await shows(page, 'Login failed. Please try again.');
  await site.start();
  await main(page).getByRole('button', { name: 'Login' }).click();
  await isAt(page, '/home');
  expect(tab.console.filter(({ type }) => type === 'uncaught')).toEqual([]);
});

test('a login or leaving the screen aborts the passkey offer, and the app renews it', exhaustive, async () => {
  const { tab, page, author } = await openAuthorTabOn(openOwnSite, beforeWorker);
  const authenticator = await addVirtualAuthenticator(page);
  await add(tab, author.password);
  await authenticator.confirm(false);
  await forgetLogin(tab);
  const offers = await watchOffers(tab);
  await tab.goto('/login');
  await expect.poll(offers).toEqual({ offered: 1, ended: 0 });
  await fill(page, { Email: author.email, Password: 'something else' });
  await main(page).getByRole('button', { name: 'Login' }).click();
  await shows(page, 'Login failed. Please try again.');
  await expect.poll(offers).toEqual({ offered: 2, ended: 1 });
  await main(page).getByRole('link', { name: 'Register' }).click();
  await isAt(page, '/register');
  await expect.poll(offers).toEqual({ offered: 2, ended: 2 });
  await main(page).getByRole('link', { name: 'Login' }).click();
  await expect.poll(offers).toEqual({ offered: 3, ended: 2 });
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
  await expect.poll(offers).toEqual({ offered: 3, ended: 3 });
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect.poll(offers).toEqual({ offered: 4, ended: 3 });
  expect(tab.console.filter(({ type }) => type === 'uncaught')).toEqual([]);
});

test('without WebAuthn, the app offers no passkeys, and the account screen says so', async () => {
  const { site, tab } = await openAuthorTabOn(openOwnSite, beforeWorker);
  await tab.page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  await openSection(tab);
  await sectionShows(tab.page, 'This browser cannot make passkeys at this address; others may.');
  expect(await section(tab.page).getByRole('button', { name: 'Add a passkey' }).count()).toBe(0);
  await sectionShows(tab.page, 'You have no passkeys yet.');
  await tab.goto('/login');
  await tab.page.waitForLoadState('networkidle');
  expect(callsOf(site).filter((call) => call.includes('passkeys/login'))).toEqual([]);
  expect(tab.console.filter(({ type }) => type === 'uncaught')).toEqual([]);
});
