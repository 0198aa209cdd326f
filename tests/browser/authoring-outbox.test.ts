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
import { captivePortal, internalError, json, loseAnswer } from './support/faults.ts';
import { button, field, isAt, listShows, main, navigate } from './support/screen.ts';
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
    await main(page).getByText('“Offline” is saved on this device').waitFor();
    await site.start();
    await backendHas(site, author, ['Offline']);
    await nothingWaits(page);
    await expect.poll(() => main(page).getByText('saved on this device').count()).toBe(0);
  },
);

// Lives of the world (`tests/world/`) play this in every `npm test`, in any order of events.
const exhaustive = { tags: ['exhaustive'] };

test.for(sitesOfOneOrSeveral)(
  'an answer that is lost publishes once ($backend backend)',
  exhaustive,
  async ({ open }) => {
    await using site = await open();
    await using tab = await openAuthorTab(site);
    const { author, page } = tab;
    const heal = await submitUnanswered(page, site, 'Answer lost', loseAnswer);
    heal();
    await nothingWaits(page);
    await backendHas(site, author, ['Answer lost']);
  },
);

test('Submitting the same text twice makes two posts, also when each answer is lost', async () => {
  await using site = await openOwnSite();
  await using tab = await openAuthorTab(site);
  const { author, page } = tab;
  const heal = await submitUnanswered(page, site, 'Twice', loseAnswer);
  await press(page, 'Twice');
  await main(page).getByText('2 posts are saved on this device').waitFor();
  heal();
  await nothingWaits(page);
  await backendHas(site, author, ['Twice', 'Twice']);
});

test.for([
  { name: 'a web page that says all is well', fault: captivePortal },
  { name: 'a server that fails', fault: internalError },
])('Answered by $name, a post waits and is published later', exhaustive, async ({ fault }) => {
  await using site = await openOwnSite();
  await using tab = await openAuthorTab(site);
  const { author, page } = tab;
  const heal = await submitUnanswered(page, site, 'Undecided', fault);
  await backendHas(site, author, []);
  heal();
  await backendHas(site, author, ['Undecided']);
  await nothingWaits(page);
});

test('With an expired login a post waits for the next login, and is then published once', async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  await using tab = await openTab(site, { author: { ...author, token: 'expired', cookie: undefined } });
  const { page } = tab;
  const heal = await submitUnanswered(page, site, 'Patient', internalError);
  heal();
  await tab.goto('/myBlogs');
  await main(page).getByText('waits for you to log in again').waitFor();
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
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('heading', { name: 'Log out with work waiting?' }).waitFor();
  await button(page, 'Stay').click();
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();
  await page.getByRole('button', { name: 'Ada' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
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

test('A waiting post can be cancelled back into the form, changed, and is published once as changed', async () => {
  await using site = await openOwnSite();
  await using tab = await openAuthorTab(site);
  const { author, page } = tab;
  const heal = await submitUnanswered(page, site, 'Hasty', json({ message: 'later' }, 503));
  await navigate(page, '/myBlogs');
  await page.getByRole('button', { name: 'Cancel and edit Hasty' }).click();
  await isAt(page, '/create');
  await expect.poll(() => field(page, 'Blog Heading').inputValue()).toBe('Hasty');
  heal();
  await backendHas(site, author, []);
  await markDocument(page);
  await field(page, 'Blog Heading').fill('Considered');
  await button(page, 'Create Blog').click();
  await documentLoaded(page, '/create');
  await backendHas(site, author, ['Considered']);
});

test('A discarded post is not sent, and is sent after all once that is undone', async () => {
  await using site = await openOwnSite();
  await using tab = await openAuthorTab(site);
  const { author, page } = tab;
  const heal = await submitUnanswered(page, site, 'Regretted', json({ message: 'later' }, 503));
  await navigate(page, '/myBlogs');
  await page.getByRole('button', { name: 'Discard Regretted' }).click();
  await main(page).getByText('Discarded “Regretted”.').waitFor();
  heal();
  await backendHas(site, author, []);
  await page.getByRole('button', { name: 'Undo' }).click();
  await backendHas(site, author, ['Regretted']);
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
    await main(page).getByText('To be deleted').waitFor();

    await site.start();
    await backendHas(site, author, []);
    await nothingWaits(page);
    await openForm(page, site);
    await main(page).getByText('A post you deleted').first().waitFor();
    await main(page).getByText('Doomed, at length.').first().waitFor();
  },
);
