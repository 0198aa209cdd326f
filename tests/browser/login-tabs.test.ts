import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { logIn } from './support/authoring.ts';
import { type Author, publish, registerAuthor } from './support/authors.ts';
import { documentLoaded, markDocument } from './support/document-load.ts';
import { openInstalledApp } from './support/installed-app.ts';
import { readingRecords, recordKeysIn } from './support/records.ts';
import { button, heading, isAt } from './support/screen.ts';
import { openOwnSite, type Site } from './support/site.ts';
import { keptOnDevice, storageOf } from './support/storage.ts';
import { openTab } from './support/tab.ts';
import { waitUntilCached } from './support/worker-ready.ts';

// Left to `npm run test:all`: plays many orders of two tabs, which the unit tests do too.
const exhaustive = { tags: ['exhaustive'] };

/** Whose profile the device keeps, and under whose id. */
async function keptProfile(page: Page, authors: Author[]): Promise<string[]> {
  const text = (await keptOnDevice(page)).find((record) => record.includes('"username"')) ?? '';
  return authors.flatMap(({ name, userId }) => [
    ...(text.includes(`"username":"${name}"`) ? [name] : []),
    ...(text.includes(userId) ? [`id of ${name}`] : []),
  ]);
}

test('A tab that was frozen while another user logged in and out knows it as it wakes', async () => {
  await using site = await openOwnSite();
  const [ada, bob] = [await registerAuthor(site), await registerAuthor(site, 'Bob')];
  await using tab = await openTab(site, { author: ada });
  const { page, context } = tab;
  const other = await context.newPage();
  await other.goto('/home');
  await button(other, 'Ada').waitFor();
  const session = await context.newCDPSession(other);
  const setState = (state: 'frozen' | 'active') => session.send('Page.setWebLifecycleState', { state });
  await setState('frozen');
  await logIn(page, site, bob);
  await setState('active');
  await button(other, 'Bob').waitFor();
  await expect.poll(() => keptProfile(other, [ada, bob])).toEqual(['Bob', 'id of Bob']);
  await setState('frozen');
  await button(page, 'Bob').click();
  await markDocument(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await documentLoaded(page, '/login');
  await setState('active');
  await other.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor();
  expect(await keptProfile(other, [ada, bob])).toEqual([]);
});

const long = 'And so it goes on. '.repeat(2_000);

async function readHalf(page: Page, site: Site, id: string): Promise<void> {
  await page.goto(`${site.origin}/blog/${id}`);
  await heading(page, 'Long').waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
  const halfRead = { [`read/${id}`]: { fraction: expect.any(Number) } };
  await expect.poll(() => page.evaluate(readingRecords, 'read/')).toMatchObject(halfRead);
}

test('A logout deletes the last location, and the installed app opens at the list', exhaustive, async () => {
  await using site = await openOwnSite();
  const ada = await registerAuthor(site);
  const id = await publish(site, ada, { title: 'Long', content: long });
  await using app = await openInstalledApp(site);
  const page = await app.open('/home');
  await waitUntilCached(page, site);
  await logIn(page, site, ada);
  await button(page, 'Ada').waitFor();
  await page.goto(`${site.origin}/myBlogs`);
  await heading(page, 'Long').waitFor();
  await page.goto(`${site.origin}/create`);
  await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage))).toContain(`draft/${ada.userId}`);
  const other = await page.context().newPage();
  await readHalf(other, site, id);
  await readHalf(page, site, id);
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(() => other.evaluate(recordKeysIn)).toContain('last-location');

  await markDocument(page);
  await button(page, 'Ada').click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await documentLoaded(page, '/login');
  // The tab that was open beside it goes last.
  await other.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor();
  await other.evaluate(() => scrollBy(0, 200));
  await other.close();

  await expect.poll(() => page.evaluate(recordKeysIn)).toEqual([]);
  expect(await page.evaluate(readingRecords, 'read/')).toEqual({});
  expect(await storageOf(page)).toEqual({ userId: ada.userId });
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  expect((await keptOnDevice(page)).filter((text) => text.includes(`${site.api}/blog/users/`))).toEqual([]);
  expect(await page.evaluate(() => document.cookie)).toBe('');
  await app.close();

  const next = await app.open('/home');
  await heading(next, 'All Blogs').waitFor();
  await isAt(next, '/home');
});
