import { expect, test } from 'vitest';
import { captivePortal, internalError, json } from './support/faults.ts';
import { callsOf } from './support/received.ts';
import { countRecords } from './support/records.ts';
import { barLink, button, heading } from './support/screen.ts';
import { openForeignSite, sites } from './support/site.ts';
import { storageOf } from './support/storage.ts';
import { beforeWorker, openAuthorTab, openTab } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';
import { waitUntilCached } from './support/worker-ready.ts';

testFirst(sites)(
  'an author who starts without a network still has My Blogs and Create ($backend backend)',
  async ({ open }) => {
    await using site = await open();
    await using tab = await openAuthorTab(site);
    const { page } = tab;
    await tab.goto('/home');
    await button(page, 'Ada').waitFor();
    await waitUntilCached(page, site);
    await site.stop();

    await tab.goto('/home');
    await button(page, 'Ada').waitFor();
    expect(await barLink(page, 'My Blogs').getAttribute('href')).toBe('/myBlogs');
    await barLink(page, 'Create').click();
    await heading(page, 'Create New Blog').waitFor();
  },
);

testFirst([
  { answer: 'a failing server', fault: internalError },
  { answer: 'a captive portal', fault: captivePortal },
  { answer: 'an answer that is no profile', fault: json('hello') },
])('$answer leaves the last known profile in place', async ({ fault }) => {
  await using site = await openForeignSite();
  await using tab = await openAuthorTab(site, beforeWorker);
  await tab.goto('/home');
  await button(tab.page, 'Ada').waitFor();
  await expect.poll(() => tab.page.evaluate(countRecords, 'profile')).toBe(1);
  site.misbehave('GET /auth/me', fault);
  await tab.goto('/home');
  await expect.poll(() => tab.console.filter(({ type }) => type === 'error').length).toBeGreaterThan(0);
  await button(tab.page, 'Ada').waitFor();
  expect(await barLink(tab.page, 'Create').getAttribute('href')).toBe('/create');
});

testFirst(sites)(
  'a refused profile is logged and unknown, and the token stays ($backend backend)',
  async ({ open }) => {
    await using site = await open();
    await using tab = await openAuthorTab(site, beforeWorker);
    const { author, page } = tab;
    await tab.goto('/home');
    await button(page, 'Ada').waitFor();

    site.misbehave('GET /auth/me', json({ message: 'Unauthorized' }, 401));
    await tab.goto('/home');
    // Until the answer arrives the last known profile is shown.
    await expect
      .poll(() => tab.console.some(({ type, text }) => type === 'error' && text.includes('HTTPError')))
      .toBe(true);
    await barLink(page, 'Login').waitFor();
    expect(await barLink(page, 'Create').getAttribute('href')).toBe('/login');
    expect(await storageOf(page)).toEqual({ token: author.token, userId: author.userId });

    site.misbehave('GET /auth/me', internalError);
    await tab.goto('/home');
    await expect.poll(() => tab.console.some(({ text }) => text.includes('500'))).toBe(true);
    await barLink(page, 'Login').waitFor();
  },
);

test('without a token nobody is asked who it is', async () => {
  await using site = await openForeignSite();
  await using tab = await openTab(site);
  for (const path of ['/', '/home', '/create', '/myBlogs']) {
    await tab.goto(path);
    await barLink(tab.page, 'Login').waitFor();
  }
  expect(callsOf(site).filter((call) => call.includes('/auth/'))).toEqual([]);
});

test('a session of a foreign backend outlives a refresh', async () => {
  await using site = await openForeignSite();
  await using tab = await openAuthorTab(site, beforeWorker);
  await tab.goto('/home');
  await button(tab.page, 'Ada').waitFor();
  await tab.page.reload();
  await button(tab.page, 'Ada').waitFor();
  await expect.poll(() => callsOf(site).filter((call) => call === 'GET /auth/me')).toHaveLength(2);
});
