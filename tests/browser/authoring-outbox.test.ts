import { expect, test } from 'vitest';
import { backendHas, entriesIn, isWaiting, logIn, nothingWaits, openForm, press } from './authoring.ts';
import { registerAuthor } from './authors.ts';
import { documentLoaded, markDocument } from './document-load.ts';
import { captivePortal, internalError, json, lose } from './faults.ts';
import { button, field, isAt, listShows, main, navigate } from './screen.ts';
import { openOwnSite, ownSites, sitesOfOneOrSeveral } from './site.ts';
import { openTab } from './tab.ts';
import { kept } from './worker-ready.ts';

test.for(sitesOfOneOrSeveral)(
  'pressed without a network: kept, and published once by itself when it is back ($backend backend)',
  async ({ open }) => {
    await using site = await open();
    const author = await registerAuthor(site);
    await using tab = await openTab(site, { author });
    const { page } = tab;
    await tab.goto('/home');
    await kept(page, site);
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

test.for(sitesOfOneOrSeveral)('an answer that is lost publishes once ($backend backend)', async ({ open }) => {
  await using site = await open();
  const author = await registerAuthor(site);
  await using tab = await openTab(site, { author });
  const { page } = tab;
  const heal = site.misbehave('POST /blog/posts', lose);
  await openForm(page, site);
  await press(page, 'Answer lost');
  await isWaiting(page);
  heal();
  await nothingWaits(page);
  await backendHas(site, author, ['Answer lost']);
});

test('two presses of the same text are two posts, also when each answer is lost', async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  await using tab = await openTab(site, { author });
  const { page } = tab;
  const heal = site.misbehave('POST /blog/posts', lose);
  await openForm(page, site);
  await press(page, 'Twice');
  await isWaiting(page);
  await press(page, 'Twice');
  await main(page).getByText('2 posts are saved on this device').waitFor();
  heal();
  await nothingWaits(page);
  await backendHas(site, author, ['Twice', 'Twice']);
});

test.for([
  { name: 'a web page that says all is well', fault: captivePortal },
  { name: 'a server that fails', fault: internalError },
])('$name has accepted nothing, and nothing is lost', async ({ fault }) => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  await using tab = await openTab(site, { author });
  const { page } = tab;
  const heal = site.misbehave('POST /blog/posts', fault);
  await openForm(page, site);
  await press(page, 'Undecided');
  await isWaiting(page);
  await backendHas(site, author, []);
  heal();
  await backendHas(site, author, ['Undecided']);
  await nothingWaits(page);
});

test('a login that has expired: it waits for the next, and then goes by itself, once', async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  await using tab = await openTab(site, { author: { ...author, token: 'expired', cookie: undefined } });
  const { page } = tab;
  const heal = site.misbehave('POST /blog/posts', internalError);
  await openForm(page, site);
  await press(page, 'Patient');
  await isWaiting(page);
  heal();
  await tab.goto('/myBlogs');
  await main(page).getByText('waits for you to log in again').waitFor({ timeout: 20_000 });
  await backendHas(site, author, []);
  await logIn(page, site, author);
  await backendHas(site, author, ['Patient']);
  await nothingWaits(page);
});

test('another user who logs in on the device neither sends nor sees what waits', async () => {
  await using site = await openOwnSite();
  const ada = await registerAuthor(site, 'Ada');
  const grace = await registerAuthor(site, 'Grace');
  await using tab = await openTab(site);
  const { page } = tab;
  await logIn(page, site, ada);
  const heal = site.misbehave('POST /blog/posts', internalError);
  await openForm(page, site);
  await press(page, 'Ada’s');
  await isWaiting(page);

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
  await press(page, 'Grace’s');
  await backendHas(site, grace, ['Grace’s']);
  await backendHas(site, ada, []);
  expect(await entriesIn(page)).toBe(1);

  await logIn(page, site, ada);
  await backendHas(site, ada, ['Ada’s']);
  await backendHas(site, grace, ['Grace’s']);
  await nothingWaits(page);
});

test('what waits can be cancelled back into the form, changed, and is published once as changed', async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  await using tab = await openTab(site, { author });
  const { page } = tab;
  const heal = site.misbehave('POST /blog/posts', json({ message: 'later' }, 503));
  await openForm(page, site);
  await press(page, 'Hasty');
  await isWaiting(page);
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

test('what is discarded is not sent, and goes after all when that is undone', async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  await using tab = await openTab(site, { author });
  const { page } = tab;
  const heal = site.misbehave('POST /blog/posts', json({ message: 'later' }, 503));
  await openForm(page, site);
  await press(page, 'Regretted');
  await isWaiting(page);
  await navigate(page, '/myBlogs');
  await page.getByRole('button', { name: 'Discard Regretted' }).click();
  await main(page).getByText('Discarded “Regretted”.').waitFor();
  heal();
  await backendHas(site, author, []);
  await page.getByRole('button', { name: 'Undo' }).click();
  await backendHas(site, author, ['Regretted']);
});

test.for(ownSites)(
  'a delete without a network can be undone; not undone, it goes by itself and leaves a draft ($backend backend)',
  async ({ open }) => {
    await using site = await open();
    const author = await registerAuthor(site);
    await using tab = await openTab(site, { author });
    const { page } = tab;
    await openForm(page, site);
    await markDocument(page);
    await press(page, 'Doomed');
    await documentLoaded(page, '/create');
    await tab.goto('/myBlogs');
    await listShows(page, ['Doomed']);
    await kept(page, site, `/blog/users/${author.userId}/posts`);
    await site.stop();

    await page.getByRole('button', { name: 'Delete Doomed' }).click();
    await page.getByRole('button', { name: 'Undo delete Doomed' }).click();
    await page.getByRole('button', { name: 'Delete Doomed' }).waitFor();
    expect(await entriesIn(page)).toBe(0);
    await page.getByRole('button', { name: 'Delete Doomed' }).click();
    await main(page).getByText('To be deleted').waitFor();

    await site.start();
    await backendHas(site, author, []);
    await nothingWaits(page);
    await openForm(page, site);
    await main(page).getByText('A post you deleted').first().waitFor();
    await main(page).getByText('Doomed, at length.').first().waitFor();
  },
);
