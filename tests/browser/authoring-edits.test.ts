// @module-tag promise
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  editDraftsIn,
  editsIn,
  isWaiting,
  logIn,
  openEditForm,
  openForm,
  patience,
  press,
  pressAccepted,
} from './support/authoring.ts';
import { type Author, edit, postsOf, publish, readPost, registerAuthor, unpublish } from './support/authors.ts';
import { internalError, json, loseAnswer, neverAnswer } from './support/faults.ts';
import { openKillableBrowser } from './support/killable-browser.ts';
import { button, cards, field, fill, heading, isAt, listShows, main, navigate, titles } from './support/screen.ts';
import { openForeignSite, openOwnSite, ownSites, type Site } from './support/site.ts';
import { openTab } from './support/tab.ts';
import { waitUntilCached } from './support/worker-ready.ts';

// Left to `npm run test:all`: the same is proven on the gate of posts, which go the same way (authoring-killed,
// authoring-outbox), or in lives of the world (`tests/world/`).
const exhaustive = { tags: ['exhaustive'] };

const paragraphs = ['One came first.', 'Two followed.', 'Three was last.'];
const written = { title: 'Typo', imgUrl: '', content: paragraphs.join('\n\n') };
const waits = 'Your changes wait on this device to be saved.';

/** An author with one published post, logged in. */
async function openAuthor(site: Site) {
  const author = await registerAuthor(site);
  const id = await publish(site, author, written);
  const tab = await openTab(site, { author });
  return { author, id, tab, page: tab.page };
}

const save = (page: Page) => button(page, 'Save changes').click();

/** Until the edit waits in the outbox. */
async function saveTitle(page: Page, title: string): Promise<void> {
  await fill(page, { 'Blog Heading': title });
  await save(page);
  await main(page).getByText(waits).waitFor();
}

/** Until the backend has this text under the post's own address, and no second post. */
async function isSaved(site: Site, author: Author, id: string, title: string): Promise<void> {
  await expect.poll(async () => (await readPost(site, id)).title, { timeout: patience }).toBe(title);
  expect(await postsOf(site, author)).toHaveLength(1);
}

const nothingWaits = (page: Page) => expect.poll(() => editsIn(page), { timeout: patience }).toBe(0);

test.for(ownSites)('an edit from My Blogs is shown at once, and everywhere ($backend backend)', async ({ open }) => {
  await using site = await open();
  const { author, id, tab, page } = await openAuthor(site);
  await using _ = tab;
  await tab.goto('/myBlogs');
  await button(page, 'Edit Typo').click();
  await isAt(page, `/blog/${id}/edit`);
  await expect.poll(() => field(page, 'Blog Content').inputValue()).toBe(written.content);
  await fill(page, { 'Blog Heading': 'Mended' });
  await save(page);
  await isAt(page, `/blog/${id}`);
  await heading(page, 'Mended').waitFor();
  await isSaved(site, author, id, 'Mended');
  expect(await main(page).getByText(waits).count()).toBe(0);
  expect(await readPost(site, id)).toMatchObject({ version: 2 });
  for (const path of ['/myBlogs', '/home']) {
    await navigate(page, path);
    await listShows(page, ['Mended']);
  }
  await tab.goto('/home');
  await listShows(page, ['Mended']);
});

test('its author finds Edit on the post, and nobody else can edit it', exhaustive, async () => {
  await using site = await openOwnSite();
  const { author, id, tab, page } = await openAuthor(site);
  await using _ = tab;
  await tab.goto(`/blog/${id}`);
  await button(page, 'Edit').click();
  await isAt(page, `/blog/${id}/edit`);
  await expect.poll(() => field(page, 'Blog Heading').inputValue()).toBe('Typo');

  const grace = await registerAuthor(site, 'Grace');
  await logIn(page, site, grace);
  await page.getByRole('button', { name: 'Grace' }).waitFor();
  await navigate(page, `/blog/${id}`);
  await heading(page, 'Typo').waitFor();
  expect(await button(page, 'Edit').count()).toBe(0);
  await tab.goto(`/blog/${id}/edit`);
  await main(page).getByText('Only its author can edit this post.').waitFor();
  await tab.goto('/blog/00000000-0000-7000-8000-000000000000/edit');
  await main(page).getByText('This post does not exist.').waitFor();
  expect(await postsOf(site, author)).toEqual([written]);
});

test('an edit without a network waits, is shown to its author alone, and arrives by itself', async () => {
  await using site = await openOwnSite();
  const { author, id, tab, page } = await openAuthor(site);
  await using _ = tab;
  await logIn(page, site, author);
  await tab.goto('/myBlogs');
  await listShows(page, ['Typo']);
  await waitUntilCached(page, site, `/blog/users/${author.userId}/posts`);
  await tab.goto('/home');
  await waitUntilCached(page, site);
  await site.stop();

  await openEditForm(page, site, id, 'Typo');
  await fill(page, { 'Blog Heading': 'Mended' });
  await save(page);
  await isAt(page, `/blog/${id}`);
  await heading(page, 'Mended').waitFor();
  await main(page).getByText(waits).waitFor();
  await page.reload();
  await heading(page, 'Mended').waitFor();
  for (const path of ['/home', '/myBlogs']) {
    await navigate(page, path);
    await expect.poll(() => titles(page)).toEqual(['Mended']);
    await cards(page).getByText(waits).waitFor();
  }
  await main(page).getByText('Changes to be saved').waitFor();

  // A second edit of it is the same one.
  await button(page, 'Edit Mended').click();
  await expect.poll(() => field(page, 'Blog Heading').inputValue()).toBe('Mended');
  await fill(page, { 'Blog Heading': 'Mended twice' });
  await save(page);
  await heading(page, 'Mended twice').waitFor();
  expect(await editsIn(page)).toBe(1);

  // Nobody else who uses the device sees it.
  await page.getByRole('button', { name: 'Ada' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await button(page, 'Log out').click();
  await isAt(page, '/login');
  await navigate(page, '/home');
  await expect.poll(() => titles(page)).toEqual(['Typo']);

  await site.start();
  await logIn(page, site, author);
  await isSaved(site, author, id, 'Mended twice');
  await nothingWaits(page);
  expect(await readPost(site, id)).toMatchObject({ version: 2 });
  await navigate(page, `/blog/${id}`);
  await heading(page, 'Mended twice').waitFor();
});

test('an edit that waits can be cancelled back into its form, and discarded, and undone', exhaustive, async () => {
  await using site = await openOwnSite();
  const { author, id, tab, page } = await openAuthor(site);
  await using _ = tab;
  const heal = site.misbehave(`PUT /blog/posts/${id}`, internalError);
  await openEditForm(page, site, id, 'Typo');
  await saveTitle(page, 'Hasty');
  await navigate(page, '/myBlogs');
  await button(page, 'Cancel and edit Hasty').click();
  await isAt(page, `/blog/${id}/edit`);
  await expect.poll(() => field(page, 'Blog Heading').inputValue()).toBe('Hasty');
  expect(await editsIn(page)).toBe(0);
  await saveTitle(page, 'Considered');
  await navigate(page, '/myBlogs');
  await button(page, 'Discard Considered').click();
  await main(page).getByText('Discarded “Considered”.').waitFor();
  await listShows(page, ['Typo']);
  heal();
  await button(page, 'Undo').click();
  await isSaved(site, author, id, 'Considered');
  await nothingWaits(page);
});

test('an edit whose answer was lost is corrected without a second thought', exhaustive, async () => {
  await using site = await openOwnSite();
  const { author, id, tab, page } = await openAuthor(site);
  await using _ = tab;
  const heal = site.misbehave(`PUT /blog/posts/${id}`, loseAnswer);
  await openEditForm(page, site, id, 'Typo');
  await saveTitle(page, 'Arrived');
  expect(await readPost(site, id)).toMatchObject({ title: 'Arrived' });
  await navigate(page, '/myBlogs');
  await button(page, 'Cancel and edit Arrived').click();
  await expect.poll(() => field(page, 'Blog Heading').inputValue()).toBe('Arrived');
  await fill(page, { 'Blog Heading': 'Corrected' });
  heal();
  await save(page);
  await isSaved(site, author, id, 'Corrected');
  await nothingWaits(page);
  expect(await readPost(site, id)).toMatchObject({ version: 3 });
});

test('a post that is corrected while it is in doubt is one post, as corrected', exhaustive, async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  await using tab = await openTab(site, { author });
  const { page } = tab;
  const heal = site.misbehave('POST /blog/posts', loseAnswer);
  await openForm(page, site);
  await press(page, 'There already');
  await isWaiting(page);
  await navigate(page, '/myBlogs');
  await button(page, 'Cancel and edit There already').click();
  await isAt(page, '/create');
  await expect.poll(() => field(page, 'Blog Heading').inputValue()).toBe('There already');
  heal();
  await pressAccepted(page, 'There, corrected');
  await expect
    .poll(async () => (await postsOf(site, author)).map(({ title }) => title), { timeout: patience })
    .toEqual(['There, corrected']);
  await nothingWaits(page);
  await navigate(page, '/myBlogs');
  await listShows(page, ['There, corrected']);
});

test('edits of two devices in different paragraphs are merged', exhaustive, async () => {
  await using site = await openOwnSite();
  const { author, id, tab, page } = await openAuthor(site);
  await using _ = tab;
  await openEditForm(page, site, id, 'Typo');
  const [one, two, three] = paragraphs;
  await edit(site, author, id, { content: [one, two, 'Three, from afar.'].join('\n\n') });
  await fill(page, { 'Blog Content': ['One, from here.', two, three].join('\n\n') });
  await save(page);
  await isAt(page, `/blog/${id}`);
  await main(page).getByText('One, from here.').waitFor();
  await main(page).getByText('Three, from afar.').waitFor();
  expect(await readPost(site, id)).toMatchObject({
    version: 3,
    content: ['One, from here.', two, 'Three, from afar.'].join('\n\n'),
  });
});

test('edits of two devices in one place wait for their author, who decides later', async () => {
  await using site = await openOwnSite();
  const { author, id, tab, page } = await openAuthor(site);
  await using _ = tab;
  await openEditForm(page, site, id, 'Typo');
  await edit(site, author, id, { title: 'From afar' });
  await fill(page, { 'Blog Heading': 'From here' });
  await save(page);
  await heading(page, 'Decide between two edits').waitFor();
  await tab.goto('/myBlogs');
  await main(page).getByText('changed elsewhere in the same places (version 2)').waitFor();
  expect(await readPost(site, id)).toMatchObject({ title: 'From afar', version: 2 });
  await main(page).getByRole('link', { name: 'Resolve From here' }).click();
  await isAt(page, `/blog/${id}/edit`);
  await main(page).getByLabel('Keep mine').check();
  await save(page);
  await isSaved(site, author, id, 'From here');
  await nothingWaits(page);
  expect(await readPost(site, id)).toMatchObject({ version: 3 });
});

test('the edit of a post that was deleted elsewhere becomes a draft, and says so', async () => {
  await using site = await openOwnSite();
  const { author, id, tab, page } = await openAuthor(site);
  await using _ = tab;
  await openEditForm(page, site, id, 'Typo');
  await unpublish(site, author, id);
  await fill(page, { 'Blog Heading': 'Too late' });
  await save(page);
  await main(page).getByText('This post was deleted elsewhere before your changes arrived.').waitFor();
  await main(page).getByRole('link', { name: 'See the drafts' }).click();
  await isAt(page, '/create');
  await main(page).getByText('Changes to a post that was deleted elsewhere').waitFor();
  await heading(page, 'Too late').waitFor();
  expect(await editsIn(page)).toBe(0);
  expect(await postsOf(site, author)).toEqual([]);
});

test(
  'an edit that was never submitted is found on My Blogs after its post was deleted elsewhere',
  exhaustive,
  async () => {
    await using site = await openOwnSite();
    const { author, id, tab, page } = await openAuthor(site);
    await using _ = tab;
    await openEditForm(page, site, id, 'Typo');
    await fill(page, { 'Blog Heading': 'Half mended' });
    await main(page).getByText('Saved on this device').first().waitFor();
    await unpublish(site, author, id);
    await tab.goto('/myBlogs');
    const goOn = main(page).getByRole('link', { name: 'Go on editing Half mended' });
    await goOn.waitFor();
    await goOn.click();
    await expect.poll(() => field(page, 'Blog Heading').inputValue()).toBe('Half mended');
    await save(page);
    await main(page).getByText('Nothing is lost: the text is among your drafts.').waitFor();
  },
);

test('two tabs that edit one post do not overwrite each other', exhaustive, async () => {
  await using site = await openOwnSite();
  const { author, id, tab, page } = await openAuthor(site);
  await using _ = tab;
  const other = await tab.context.newPage();
  await openEditForm(page, site, id, 'Typo');
  await openEditForm(other, site, id, 'Typo');
  const [one, two, three] = paragraphs;
  await fill(page, { 'Blog Content': ['One, in the first tab.', two, three].join('\n\n') });
  await fill(other, { 'Blog Content': [one, two, 'Three, in the second.'].join('\n\n') });
  await expect.poll(() => editDraftsIn(page)).toBe(2);
  await Promise.all([page.reload(), other.reload()]);
  await expect.poll(() => field(page, 'Blog Content').inputValue()).toContain('One, in the first tab.');
  await expect.poll(() => field(other, 'Blog Content').inputValue()).toContain('Three, in the second.');
  await save(page);
  await isAt(page, `/blog/${id}`);
  await save(other);
  await isAt(other, `/blog/${id}`);
  await expect
    .poll(async () => (await readPost(site, id)).content, { timeout: patience })
    .toBe(['One, in the first tab.', two, 'Three, in the second.'].join('\n\n'));
  await isSaved(site, author, id, 'Typo');
  expect(await editDraftsIn(page)).toBe(0);
});

test(
  'an edit whose author’s login has expired when it is sent waits for the next, and goes by itself',
  exhaustive,
  async () => {
    await using site = await openOwnSite();
    const author = await registerAuthor(site);
    const id = await publish(site, author, written);
    await using tab = await openTab(site, { author: { ...author, token: 'expired', cookie: undefined } });
    const { page } = tab;
    await openEditForm(page, site, id, 'Typo');
    await fill(page, { 'Blog Heading': 'Patient' });
    const heal = site.misbehave(`PUT /blog/posts/${id}`, internalError);
    await save(page);
    await isAt(page, `/blog/${id}`);
    await heading(page, 'Patient').waitFor();
    heal();
    await main(page).getByText('Your changes wait for you to log in again. Others see the post as it was.').waitFor();
    await main(page).getByRole('link', { name: 'Login' }).waitFor();
    expect(await button(page, 'Edit').count()).toBe(0);
    await tab.goto('/myBlogs');
    await main(page).getByText('waits for you to log in again').waitFor();
    expect(await readPost(site, id)).toMatchObject({ title: 'Typo' });
    await logIn(page, site, author);
    await isSaved(site, author, id, 'Patient');
    await nothingWaits(page);
  },
);

test('without a login nothing can be edited, and what was written is found again after it', exhaustive, async () => {
  await using site = await openOwnSite();
  const { author, id, tab, page } = await openAuthor(site);
  await using _ = tab;
  await openEditForm(page, site, id, 'Typo');
  await fill(page, { 'Blog Heading': 'Half mended' });
  await main(page).getByText('Saved on this device').first().waitFor();
  await page.evaluate(() => localStorage.removeItem('token'));
  await page.reload();
  await main(page).getByText('User not logged in.').waitFor();
  expect(await field(page, 'Blog Heading').count()).toBe(0);
  await logIn(page, site, author);
  await openEditForm(page, site, id, 'Half mended');
});

test('a browser that is killed while a post is edited loses no word older than half a second', exhaustive, async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  const id = await publish(site, author, written);
  await using profile = await openKillableBrowser();
  const text = 'The quick brown fox jumps over the lazy dog. '.repeat(2);
  {
    const { page, kill } = await profile.start();
    await logIn(page, site, author);
    await openEditForm(page, site, id, 'Typo');
    await field(page, 'Blog Content').fill('');
    await field(page, 'Blog Content').pressSequentially(text, { delay: 20 });
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
    await editDraftsIn(page);
    await kill();
  }
  const { page } = await profile.start();
  await logIn(page, site, author);
  await openEditForm(page, site, id, 'Typo');
  await expect.poll(() => field(page, 'Blog Content').inputValue()).toBe(text);
  await save(page);
  await expect.poll(async () => (await readPost(site, id)).content, { timeout: patience }).toBe(text);
});

test('a browser that is killed while it sends an edit sends it once', exhaustive, async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  const id = await publish(site, author, written);
  await using profile = await openKillableBrowser();
  const heal = site.misbehave(`PUT /blog/posts/${id}`, neverAnswer);
  const { page, kill } = await profile.start();
  await logIn(page, site, author);
  await openEditForm(page, site, id, 'Typo');
  await fill(page, { 'Blog Heading': 'Killed' });
  await save(page);
  await expect.poll(async () => (await readPost(site, id)).title).toBe('Killed');
  await kill();
  heal();
  const again = await profile.start();
  await logIn(again.page, site, author);
  await nothingWaits(again.page);
  expect(await readPost(site, id)).toMatchObject({ title: 'Killed', version: 2 });
});

test('on a foreign backend nothing can be edited, and nothing is asked, although its posts have versions', async () => {
  await using site = await openForeignSite();
  const author = await registerAuthor(site);
  const id = await publish(site, author, written);
  const post = { ...(await readPost(site, id)), version: 2, updatedAt: '2026-11-01T12:00:00Z' };
  site.misbehave(`GET /blog/posts/${id}`, json(post));
  site.misbehave(`GET /blog/users/${author.userId}/posts`, json([post]));
  await using tab = await openTab(site, { author });
  const { page } = tab;
  await tab.goto('/myBlogs');
  await listShows(page, ['Typo']);
  expect(await button(page, 'Edit Typo').count()).toBe(0);
  await tab.goto(`/blog/${id}`);
  await heading(page, 'Typo').waitFor();
  expect(await button(page, 'Edit').count()).toBe(0);
  expect(await main(page).locator('.edited').count()).toBe(0);
  await tab.goto(`/blog/${id}/edit`);
  await heading(page, 'Not Found').waitFor();
  expect(site.received.filter(({ method }) => method === 'PUT')).toEqual([]);
});
