import { expect, test } from 'vitest';
import { registerAuthor } from './support/authors.ts';
import { documentLoaded, isMarked, markDocument } from './support/document-load.ts';
import { captivePortal, internalError, json, noContent, resetConnection } from './support/faults.ts';
import { appCallsOf, callsOf } from './support/received.ts';
import { button, field, fill, isAt, main, shows } from './support/screen.ts';
import { openForeignSite, sites } from './support/site.ts';
import { storageOf } from './support/storage.ts';
import { beforeWorker, openTab } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';

test.for(sites)(
  'A login leads home by a document load, and the nav bar shows the user ($backend backend)',
  async ({ open }) => {
    await using site = await open();
    const { email, password, userId } = await registerAuthor(site);
    await using tab = await openTab(site, beforeWorker);
    const { page } = tab;
    await tab.goto('/login');
    await markDocument(page);
    await fill(page, { Email: email, Password: password });
    await button(page, 'Login').click();

    await documentLoaded(page, '/home');
    await button(page, 'Ada').waitFor();
    const stored = await storageOf(page);
    expect(Object.keys(stored).sort()).toEqual(['token', 'userId']);
    expect(stored.userId).toBe(userId);
    const login = appCallsOf(site).find(({ path }) => path === '/auth/login');
    expect([login?.method, JSON.parse(login?.body ?? '')]).toEqual(['POST', { email, password }]);
  },
);

testFirst(sites)('a wrong password says so, and the form can be sent again ($backend backend)', async ({ open }) => {
  await using site = await open();
  const { email, password } = await registerAuthor(site);
  await using tab = await openTab(site, beforeWorker);
  const { page } = tab;
  await tab.goto('/login');
  await markDocument(page);
  await fill(page, { Email: email, Password: 'something else' });
  await button(page, 'Login').click();
  await shows(page, 'Login failed. Please try again.');
  expect(await isMarked(page)).toBe(true);
  expect(await field(page, 'Email').inputValue()).toBe(email);

  await fill(page, { Password: password });
  await button(page, 'Login').click();
  await documentLoaded(page, '/home');
  await button(page, 'Ada').waitFor();
});

testFirst([
  { answer: 'a failing server', fault: internalError },
  { answer: 'a captive portal', fault: captivePortal },
  { answer: 'a lost connection', fault: resetConnection },
  { answer: 'nothing in the answer', fault: noContent },
  { answer: 'no token in the answer', fault: json({ userId: '64b7f0c2a1' }) },
  { answer: 'no userId in the answer', fault: json({ token: 'abc' }) },
])('$answer is a failed login', async ({ fault }) => {
  await using site = await openForeignSite();
  const { email, password } = await registerAuthor(site);
  site.misbehave('POST /auth/login', fault);
  await using tab = await openTab(site);
  await tab.goto('/login');
  await fill(tab.page, { Email: email, Password: password });
  await button(tab.page, 'Login').click();
  await shows(tab.page, 'Login failed. Please try again.');
  expect(await storageOf(tab.page)).toEqual({});
  // A worker of the test before may read its list once more, from the same address.
  expect(callsOf(site).filter((call) => !call.startsWith('GET'))).toEqual(['POST /auth/login']);
});

test('both fields of the login screen are required, and Register is a link away', async () => {
  await using site = await openForeignSite();
  await using tab = await openTab(site, beforeWorker);
  const { page } = tab;
  await tab.goto('/login');
  for (const label of ['Email', 'Password']) {
    expect(await field(page, label).getAttribute('required')).not.toBeNull();
  }
  expect(await field(page, 'Email').getAttribute('type')).toBe('email');
  await button(page, 'Login').click();
  expect(callsOf(site)).toEqual([]);
  await main(page).getByRole('link', { name: 'Register', exact: true }).click();
  await isAt(page, '/register');
});
