// @module-tag promise
import { expect, test } from 'vitest';
import {
  backendHas,
  entriesIn,
  isWaiting,
  logIn,
  nothingWaits,
  openForm,
  press,
  pressAccepted,
  submitUnanswered,
} from './support/authoring.ts';
import { registerAuthor } from './support/authors.ts';
import { documentLoaded, markDocument } from './support/document-load.ts';
import { internalError } from './support/faults.ts';
import { button, isAt, listShows, main } from './support/screen.ts';
import { openOwnSite, ownSites, sitesOfOneOrSeveral } from './support/site.ts';
import { openAuthorTab, openTab } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';
import { waitUntilCached } from './support/worker-ready.ts';

testFirst(sitesOfOneOrSeveral)(
  'A post submitted without a network is published once when the network is back ($backend backend)',
  async ({ open }) => {
    await using site = await open();
    await using tab = await openAuthorTab(site);
    const { author, page } = tab;
    await tab.goto('/home');
    await waitUntilCached(page, site);
    await site.stop();
    await openForm(page, site);
    await press(page, 'Offline');
    await isWaiting(page);
    await page.reload();
    const waiting = page.getByRole('link', { name: '1 waiting on this device' });
    await waiting.waitFor();
    await site.start();
    await backendHas(site, author, ['Offline']);
    await nothingWaits(page);
    await expect.poll(() => waiting.count()).toBe(0);
  },
);

test('With an expired login a post waits for the next login, and is then published once', async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  await using tab = await openTab(site, { author: { ...author, token: 'expired', cookie: undefined } });
  const { page } = tab;
  const heal = await submitUnanswered(page, site, 'Patient', internalError);
  heal();
  await tab.goto('/myBlogs');
  await main(page).getByText('when you log in again').waitFor();
  await backendHas(site, author, []);
  await logIn(page, site, author);
  await backendHas(site, author, ['Patient']);
  await nothingWaits(page);
});

test('Another user who logs in neither sends nor sees the waiting posts', async () => {
  await using site = await openOwnSite();
  const ada = await registerAuthor(site, 'Ada');
  const grace = await registerAuthor(site, 'Grace');
  await using tab = await openTab(site);
  const { page } = tab;
  await logIn(page, site, ada);
  const heal = await submitUnanswered(page, site, 'Ada’s', internalError);

  await page.getByRole('button', { name: 'Ada' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('heading', { name: 'Log out with work waiting?' }).waitFor();
  await button(page, 'Stay').click();
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();
  await page.getByRole('button', { name: 'Ada' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await button(page, 'Log out').click();
  await isAt(page, '/login');

  await logIn(page, site, grace);
  heal();
  await tab.goto('/myBlogs');
  await main(page).getByText('You have not written any blogs yet.').waitFor();
  expect(await main(page).getByText('Ada’s').count()).toBe(0);
  await openForm(page, site);
  await pressAccepted(page, 'Grace’s');
  await backendHas(site, grace, ['Grace’s']);
  await backendHas(site, ada, []);
  expect(await entriesIn(page)).toBe(1);

  await logIn(page, site, ada);
  await backendHas(site, ada, ['Ada’s']);
  await backendHas(site, grace, ['Grace’s']);
  await nothingWaits(page);
});

test.for(ownSites)(
  'A delete without a network can be undone; otherwise it is sent later and leaves a draft ($backend backend)',
  async ({ open }) => {
    await using site = await open();
    await using tab = await openAuthorTab(site);
    const { author, page } = tab;
    await openForm(page, site);
    await markDocument(page);
    await press(page, 'Doomed');
    await documentLoaded(page, '/create');
    await tab.goto('/myBlogs');
    await listShows(page, ['Doomed']);
    await waitUntilCached(page, site, `/blog/users/${author.userId}/posts`);
    await site.stop();

    // Exactly: the name of Undo holds that of Delete.
    const deleteButton = page.getByRole('button', { name: 'Delete Doomed', exact: true });
    await deleteButton.click();
    await page.getByRole('button', { name: 'Undo delete Doomed' }).click();
    await deleteButton.waitFor();
    await expect.poll(() => entriesIn(page)).toBe(0);
    await deleteButton.click();
    await main(page).getByText('Deletes when you’re online', { exact: true }).waitFor();

    await site.start();
    await backendHas(site, author, []);
    await nothingWaits(page);
    await openForm(page, site);
    await main(page).getByText('A post you deleted').first().waitFor();
    await main(page).getByText('Doomed, at length.').first().waitFor();
  },
);
