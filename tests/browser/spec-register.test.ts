import { expect, test } from 'vitest';
import { registerAuthor } from './support/authors.ts';
import { documentLoaded, isMarked, markDocument } from './support/document-load.ts';
import { json } from './support/faults.ts';
import { appCallsOf, callsOf } from './support/received.ts';
import { barLink, button, field, fill, heading, isAt, main, shows } from './support/screen.ts';
import { openForeignSite, sites } from './support/site.ts';
import { storageOf } from './support/storage.ts';
import { beforeWorker, openTab } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';

const grace = { Name: 'Grace', Email: 'grace@example.com', Password: 'correct horse battery' };

test.for(sites)(
  'A registration leads home without a document load, and the nav bar shows the user ($backend backend)',
  async ({ open }) => {
    await using site = await open();
    await using tab = await openTab(site, beforeWorker);
    const { page } = tab;
    await tab.goto('/register');
    await markDocument(page);
    await fill(page, grace);
    await button(page, 'Login').click();

    await isAt(page, '/home');
    await button(page, 'Grace').waitFor();
    expect(await barLink(page, 'Create').getAttribute('href')).toBe('/create');
    expect(await isMarked(page)).toBe(true);
    const stored = await storageOf(page);
    expect(Object.keys(stored).sort()).toEqual(['token', 'userId']);
    const [registration] = appCallsOf(site).filter(({ method }) => method === 'POST');
    expect(registration?.path).toBe('/auth/register');
    expect(JSON.parse(registration?.body ?? '')).toEqual({
      name: 'Grace',
      email: 'grace@example.com',
      password: 'correct horse battery',
    });
  },
);

test('Token and userId are stored as the backend gave them', async () => {
  await using site = await openForeignSite();
  site.misbehave('POST /auth/register', json({ token: 'a "quoted" token', userId: '64b7f0c2a1' }));
  await using tab = await openTab(site, beforeWorker);
  await tab.goto('/register');
  await fill(tab.page, grace);
  await button(tab.page, 'Login').click();
  await isAt(tab.page, '/home');
  expect(await storageOf(tab.page)).toEqual({ token: 'a "quoted" token', userId: '64b7f0c2a1' });
});

test('the register screen says what the specification says', async () => {
  await using site = await openForeignSite();
  await using tab = await openTab(site, beforeWorker);
  const { page } = tab;
  await tab.goto('/register');
  await heading(page, 'Welcome to Storyline').waitFor();
  await shows(page, 'Log in to create and share blogs!');
  for (const label of ['Name', 'Email', 'Password']) {
    expect(await field(page, label).getAttribute('required')).not.toBeNull();
  }
  expect(await field(page, 'Email').getAttribute('type')).toBe('email');
  expect(await field(page, 'Password').getAttribute('type')).toBe('password');
  await main(page).getByRole('link', { name: 'Login', exact: true }).click();
  await isAt(page, '/login');
});

testFirst([
  { field: 'Name', value: '' },
  { field: 'Email', value: '' },
  { field: 'Email', value: 'grace' },
  { field: 'Password', value: '' },
])('the browser itself holds back a registration with "$value" as $field', async ({ field: label, value }) => {
  await using site = await openForeignSite();
  await using tab = await openTab(site, beforeWorker);
  await tab.goto('/register');
  await fill(tab.page, { ...grace, [label]: value });
  await button(tab.page, 'Login').click();
  expect(await field(tab.page, label).evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(false);
  expect(callsOf(site)).toEqual([]);
});

testFirst(sites)('a refused registration says so, and keeps what was typed ($backend backend)', async ({ open }) => {
  await using site = await open();
  await registerAuthor(site, 'Grace');
  await using tab = await openTab(site, beforeWorker);
  await tab.goto('/register');
  await markDocument(tab.page);
  await fill(tab.page, grace);
  await button(tab.page, 'Login').click();

  await shows(tab.page, 'Login failed. Please try again.');
  expect(await field(tab.page, 'Name').inputValue()).toBe('Grace');
  expect(await storageOf(tab.page)).toEqual({});

  await fill(tab.page, { Email: 'hopper@example.com' });
  await button(tab.page, 'Login').click();
  await isAt(tab.page, '/home');
});

test('after registering, a reload still knows the user', async () => {
  await using site = await openForeignSite();
  await using tab = await openTab(site, beforeWorker);
  await tab.goto('/register');
  await fill(tab.page, grace);
  await button(tab.page, 'Login').click();
  await button(tab.page, 'Grace').waitFor();
  await markDocument(tab.page);
  await tab.page.reload();
  await documentLoaded(tab.page, '/home');
  await button(tab.page, 'Grace').waitFor();
});
