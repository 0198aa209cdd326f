// @module-tag promise
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { scaled } from '../test-run.ts';
import {
  backendHas,
  draftsIn,
  entriesIn,
  isWaiting,
  nothingWaits,
  openForm,
  patience,
  press,
  submitUnanswered,
} from './support/authoring.ts';
import { json, late, loseAnswer } from './support/faults.ts';
import { button, field, isAt, main, navigate } from './support/screen.ts';
import { openForeignSite, openOwnSite } from './support/site.ts';
import { openAuthorTab } from './support/tab.ts';

// Left to `npm run test:all`: waits twice for as long as a doubt lasts, or lives of the world (`tests/world/`) play it in
// every `npm test`; the others of a foreign backend take the same path.
const exhaustive = { tags: ['exhaustive'] };

const seemsPublished = 'a version of it seems to be published already';

/** Cancels the entry, and waits until its text is in the form. */
async function cancelAndEdit(page: Page, title: string): Promise<void> {
  await navigate(page, '/myBlogs');
  await button(page, `Cancel and edit ${title}`).click();
  await isAt(page, '/create');
  await expect.poll(() => field(page, 'Blog Heading').inputValue()).toBe(title);
}

async function isAsked(page: Page): Promise<void> {
  await navigate(page, '/myBlogs');
  await main(page).getByText(seemsPublished).waitFor({ timeout: patience });
}

test(
  'Cancel and edit, unchanged, does not publish again what arrives meanwhile at a foreign backend',
  exhaustive,
  async () => {
    await using site = await openForeignSite();
    await using tab = await openAuthorTab(site);
    const { author, page } = tab;
    const heal = await submitUnanswered(page, site, 'On its way', late);
    await cancelAndEdit(page, 'On its way');
    await button(page, 'Create Blog').click();
    await isWaiting(page);
    heal();
    await nothingWaits(page);
    await backendHas(site, author, ['On its way']);
  },
);

test('Cancel and edit, corrected, asks about what arrives meanwhile at a foreign backend', exhaustive, async () => {
  await using site = await openForeignSite();
  await using tab = await openAuthorTab(site);
  const { author, page } = tab;
  const heal = await submitUnanswered(page, site, 'On its way', late);
  await cancelAndEdit(page, 'On its way');
  await press(page, 'Corrected on its way');
  await isWaiting(page);
  heal();
  await isAsked(page);
  await backendHas(site, author, ['On its way']);
  await button(page, 'Publish as a second post Corrected on its way').click();
  await nothingWaits(page);
  await backendHas(site, author, ['On its way', 'Corrected on its way']);
});

test('A post that arrived at a foreign backend and is corrected stays one post, and the author is asked', async () => {
  await using site = await openForeignSite();
  await using tab = await openAuthorTab(site);
  const { author, page } = tab;
  const heal = await submitUnanswered(page, site, 'There already', loseAnswer);
  await cancelAndEdit(page, 'There already');
  heal();
  await press(page, 'There, corrected');
  await main(page)
    .getByText('A version of “There, corrected” seems to be published already.')
    .waitFor({ timeout: patience });
  await isAsked(page);
  await page.reload();
  await main(page).getByText(seemsPublished).waitFor();
  await backendHas(site, author, ['There already']);

  await button(page, 'Discard There, corrected').click();
  await nothingWaits(page);
  expect(await draftsIn(page)).toBe(1);
  await backendHas(site, author, ['There already']);
});

test('A post that its author was asked about is the same one when it is back in the form', exhaustive, async () => {
  await using site = await openForeignSite();
  await using tab = await openAuthorTab(site);
  const { author, page } = tab;
  const heal = await submitUnanswered(page, site, 'There already', loseAnswer);
  await cancelAndEdit(page, 'There already');
  heal();
  await press(page, 'There, corrected');
  await isAsked(page);
  await cancelAndEdit(page, 'There, corrected');
  await button(page, 'Create Blog').click();
  await isAsked(page);
  await backendHas(site, author, ['There already']);
});

test('A discard is not undone once another tab has restored and published the text', exhaustive, async () => {
  await using site = await openOwnSite();
  await using tab = await openAuthorTab(site);
  const { author, context, page } = tab;
  const heal = await submitUnanswered(page, site, 'Regretted', json({ message: 'later' }, 503));
  await navigate(page, '/myBlogs');
  await button(page, 'Discard Regretted').click();
  await main(page).getByText('Discarded “Regretted”.').waitFor();
  heal();

  const other = await context.newPage();
  await openForm(other, site);
  await button(other, 'Take back Regretted').click();
  await button(other, 'Open Regretted').click();
  await expect.poll(() => field(other, 'Blog Heading').inputValue()).toBe('Regretted');
  await button(other, 'Create Blog').click();
  await backendHas(site, author, ['Regretted']);

  await button(page, 'Undo').click();
  await main(page).getByText('taken back in another tab already').waitFor();
  await backendHas(site, author, ['Regretted']);
  expect(await entriesIn(page)).toBe(0);
});

test(
  'A post whose answer was lost is published once, also if the backend adds an image and lists no content',
  exhaustive,
  async () => {
    await using site = await openForeignSite();
    await using tab = await openAuthorTab(site);
    const { author, page } = tab;
    const heal = await submitUnanswered(page, site, 'In its own way', loseAnswer);
    const path = `/blog/users/${author.userId}/posts` as const;
    const stored: { _id: string; title: string }[] = await (await fetch(site.api + path)).json();
    expect(stored).toHaveLength(1);
    const list = stored.map(({ _id, title }) => ({ _id, title, imgUrl: `${site.api}/default.png` }));
    site.misbehave(`GET ${path}`, json(list));
    heal();
    await nothingWaits(page);
    await backendHas(site, author, ['In its own way']);
  },
);

// It waits out the 30 s after which a look at the list is given up.
const long = { tags: ['exhaustive'], timeout: scaled(120_000) };

test('A list that never answers blocks no other tab from sending', long, async () => {
  await using site = await openForeignSite();
  await using tab = await openAuthorTab(site);
  const { author, context, page } = tab;
  const listed = `/blog/users/${author.userId}/posts` as const;
  const other = await context.newPage();
  await openForm(page, site);
  await openForm(other, site);
  site.misbehave(`GET ${listed}`, { kind: 'hold' });
  await press(page, 'First');
  await expect.poll(() => site.received.some(({ path }) => path === listed)).toBe(true);
  // Whoever asks from now on is answered; the first is not.
  site.misbehave(`GET ${listed}`, json([]));
  await press(other, 'Second');
  await expect.poll(() => entriesIn(other), { timeout: scaled(60_000) }).toBe(0);
  await backendHas(site, author, ['First', 'Second']);
});
