// @module-tag promise
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { draftIsSaved, formHolds, openEditForm, openForm } from './support/authoring.ts';
import { publish, readPost } from './support/authors.ts';
import { button, field, fill, isAt, main } from './support/screen.ts';
import { openOwnSite, type Site } from './support/site.ts';
import { openAuthorTabOn } from './support/tab.ts';

const says = (page: Page, words: string) => main(page).getByText(words).waitFor();
const isReadOnly = (page: Page) => expect.poll(() => field(page, 'Blog Content').isEditable()).toBe(false);

const openElsewhere = 'This post is open in another tab.';
const goesOn = 'You are editing this post in another tab.';

/** Opens two tabs of one author. The first tab shows the edit form of a post. */
async function openTwoTabs() {
  const { site, page: first, context, author } = await openAuthorTabOn(openOwnSite);
  const id = await publish(site, author, { title: 'Title', content: 'As published' });
  await openEditForm(first, site, id, 'Title');
  return { site, first, second: await context.newPage(), id };
}

/** Opens the edit form of a post that another tab is editing, and takes over the edit. */
async function editHere(page: Page, site: Site, id: string): Promise<void> {
  await page.goto(`${site.origin}/blog/${id}/edit`);
  await says(page, openElsewhere);
  expect(await field(page, 'Blog Content').count()).toBe(0);
  await button(page, 'Edit here').click();
}

const freeze = async (page: Page): Promise<() => Promise<void>> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  return async () => {
    await session.send('Page.setWebLifecycleState', { state: 'active' });
  };
};

test('a tab takes over an edit from another tab, and the other tab takes it back', async () => {
  const { site, first, second, id } = await openTwoTabs();
  await field(first, 'Blog Content').fill('Typed in the first tab');
  await editHere(second, site, id);
  await formHolds(second, 'Typed in the first tab');
  await says(first, goesOn);
  await isReadOnly(first);
  await field(second, 'Blog Content').fill('Typed in the second tab');
  await draftIsSaved(second);
  // The first tab stays read-only, without the second tab's text, until the author takes the edit back.
  await says(first, goesOn);
  await isReadOnly(first);

  await button(first, 'Edit here').click();
  await formHolds(first, 'Typed in the second tab');
  await says(second, goesOn);
  await isReadOnly(second);
  await fill(first, { 'Blog Content': 'Typed in both' });
  await button(first, 'Save changes').click();
  await isAt(first, `/blog/${id}`);
  await expect.poll(async () => (await readPost(site, id)).content).toBe('Typed in both');
  await openForm(first, site);
  expect(await main(first).getByRole('heading', { name: 'Drafts' }).count()).toBe(0);
});

test('a tab takes over the edit of a frozen tab, which says so when it wakes', async () => {
  const { site, first, second, id } = await openTwoTabs();
  await field(first, 'Blog Content').fill('Typed in the first tab');
  const wake = await freeze(first);
  await editHere(second, site, id);
  await formHolds(second, 'Typed in the first tab');
  await field(second, 'Blog Content').fill('Typed in the second tab');
  await draftIsSaved(second);
  await wake();
  await says(first, goesOn);
  await isReadOnly(first);
  await button(second, 'Save changes').click();
  await isAt(second, `/blog/${id}`);
  await expect.poll(async () => (await readPost(site, id)).content).toBe('Typed in the second tab');
});
