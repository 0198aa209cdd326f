// @module-tag promise
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { backendHas, draftsIn, entriesIn, isWaiting, logIn, openForm, press } from './support/authoring.ts';
import { registerAuthor } from './support/authors.ts';
import { json } from './support/faults.ts';
import { openKillableBrowser } from './support/killable-browser.ts';
import { makePhoto } from './support/photos.ts';
import { button, field, main, navigate } from './support/screen.ts';
import { openOwnSite, type Site } from './support/site.ts';
import { openTab } from './support/tab.ts';

// Left to `npm run test:all`: browsers rarely do so; the unit tests of drafts have it too.
const exhaustive = { tags: ['exhaustive'] };
// So is what lives of the world (`tests/world/`) play in every `npm test`, in any order of events.
const inTheWorld = { tags: ['exhaustive'] };

const keptLine = (page: Page) => page.locator('.kept-line p').first();

/** Says how many bytes this origin may keep; without a number: as before. */
async function openQuota(page: Page, { origin }: Site): Promise<(quotaSize?: number) => Promise<void>> {
  // The browser forgets what a session has said as soon as the session is over.
  const session = await page.context().newCDPSession(page);
  return async (quotaSize) => {
    await session.send('Storage.overrideQuotaForOrigin', quotaSize === undefined ? { origin } : { origin, quotaSize });
  };
}

/** A new author's first words, on a device that has no quota at all; `allow` changes the quota. */
async function writeWithoutQuota(page: Page, site: Site) {
  const author = await registerAuthor(site);
  const allow = await openQuota(page, site);
  await allow(1);
  await logIn(page, site, author);
  await openForm(page, site);
  await field(page, 'Blog Content').fill('All the words.');
  return { author, allow };
}

/** Copies of images until no other finds room. */
const fillWithImages = (page: Page) =>
  page.evaluate(async () => {
    const cache = await caches.open('images');
    for (let size = 500_000, count = 0; size > 1_000; count += 1) {
      try {
        await cache.put(`/image-${count}`, new Response(new Uint8Array(size)));
      } catch {
        size /= 2;
      }
    }
  });

const imagesIn = (page: Page) =>
  page.evaluate(async () => ((await caches.has('images')) ? (await (await caches.open('images')).keys()).length : 0));

test('On a full device cached images are evicted, and the draft is saved', async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  // On a real disk: a private window's quota is another.
  await using profile = await openKillableBrowser();
  const { page } = await profile.start();
  await (await openQuota(page, site))(5_000_000);
  // Before anything is written to IndexedDB: Chromium reckons for half a minute with the room there was at its last.
  await page.goto(`${site.origin}/login`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await fillWithImages(page);
  const other = await page.context().newPage();
  await other.goto(`${site.origin}/login`);
  await other.evaluate(async () => Reflect.set(window, 'heldOpen', await caches.open('images')));
  await page.evaluate(({ token, userId }) => Object.assign(localStorage, { token, userId }), author);
  await openForm(page, site);
  expect(await imagesIn(page)).toBeGreaterThan(0);
  const text = 'All the words. '.repeat(10_000);
  await field(page, 'Blog Content').fill(text);
  await expect.poll(() => keptLine(page).textContent()).toContain('Saved on this device');
  expect(await imagesIn(page)).toBe(0);
  await page.reload();
  await expect.poll(() => field(page, 'Blog Content').inputValue()).toBe(text);
});

test('With no quota at all the author reads so, and the text is saved once there is some', async () => {
  await using site = await openOwnSite();
  await using profile = await openKillableBrowser();
  const { page } = await profile.start();
  const { author, allow } = await writeWithoutQuota(page, site);
  await expect
    .poll(() => keptLine(page).textContent())
    .toBe('Not saved: this device has no room. It stays in this tab, and goes when you close the tab.');
  await button(page, 'Create Blog').click();
  await page.getByRole('alert').filter({ hasText: 'Not published' }).waitFor();
  expect(await field(page, 'Blog Content').inputValue()).toBe('All the words.');
  await backendHas(site, author, []);

  await allow();
  await field(page, 'Blog Heading').fill('Kept after all');
  await expect.poll(() => keptLine(page).textContent()).toContain('Saved on this device');
  await button(page, 'Create Blog').click();
  await backendHas(site, author, ['Kept after all']);
});

test(
  'IndexedDB that is cleared and closed under the app is opened again, and the shown text is saved',
  exhaustive,
  async () => {
    await using site = await openOwnSite();
    const author = await registerAuthor(site);
    await using tab = await openTab(site, { author });
    const { page, context } = tab;
    await openForm(page, site);
    await field(page, 'Blog Content').fill('before');
    await expect.poll(() => keptLine(page).textContent()).toContain('Saved on this device');
    const session = await context.newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', { origin: site.origin, storageTypes: 'indexeddb' });
    await field(page, 'Blog Content').fill('before and after');
    await expect.poll(() => keptLine(page).textContent()).toContain('Saved on this device');
    expect(await draftsIn(page)).toBe(1);
    const heal = site.misbehave('POST /blog/posts', json({ message: 'later' }, 503));
    await press(page, 'After');
    await isWaiting(page);
    expect(await entriesIn(page)).toBe(1);
    heal();
    await backendHas(site, author, ['After']);
  },
);

test('a draft is there again after a reload, however quickly, and on the way back from another screen', async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  await using tab = await openTab(site, { author });
  const { page } = tab;
  await openForm(page, site);
  for (const text of ['once', 'once more', 'and again', 'at last']) {
    await field(page, 'Blog Content').fill(text);
    await page.reload();
    await expect.poll(() => field(page, 'Blog Content').inputValue()).toBe(text);
  }
  await field(page, 'Blog Content').fill('left');
  await navigate(page, '/home');
  await navigate(page, '/create');
  await expect.poll(() => field(page, 'Blog Content').inputValue()).toBe('left');
  expect(await main(page).getByText('Earlier drafts').count()).toBe(0);
});

test('two tabs are two drafts, and a closed one is found again', inTheWorld, async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  await using tab = await openTab(site, { author });
  const { page, context } = tab;
  await openForm(page, site);
  await field(page, 'Blog Heading').fill('One');
  await expect.poll(() => keptLine(page).textContent()).toContain('Saved on this device');
  const other = await context.newPage();
  await openForm(other, site);
  expect(await field(other, 'Blog Heading').inputValue()).toBe('');
  await field(other, 'Blog Heading').fill('Two');
  await other.close();
  await page.reload();
  await expect.poll(() => field(page, 'Blog Heading').inputValue()).toBe('One');
  await page.getByRole('button', { name: 'Open Two' }).click();
  await expect.poll(() => field(page, 'Blog Heading').inputValue()).toBe('Two');
  await page.getByRole('button', { name: 'Open One' }).waitFor();
  expect(await draftsIn(page)).toBe(2);
});

test('A picture that the device has no room for is not added, and its author reads so', exhaustive, async () => {
  await using site = await openOwnSite();
  await using profile = await openKillableBrowser();
  const { page } = await profile.start();
  await writeWithoutQuota(page, site);
  const buffer = await makePhoto(page, { width: 900, height: 600 });
  const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer };
  await main(page).locator('input[type=file]').last().setInputFiles(file);
  await page.getByRole('alert').filter({ hasText: 'was not added: this device has no room for it' }).waitFor();
  expect(await field(page, 'Blog Content').inputValue()).toBe('All the words.');
});
