// @module-tag promise
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { backendHas, draftsIn, nothingWaits, patience, press, submitUnanswered } from './support/authoring.ts';
import { loseAnswer } from './support/faults.ts';
import { button, field, isAt, main, navigate } from './support/screen.ts';
import { openForeignSite } from './support/site.ts';
import { openAuthorTab } from './support/tab.ts';

const seemsPublished = 'A version of it may be published already';

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

test('A post that arrived at a foreign backend and is corrected stays one post, and the author is asked', async () => {
  await using site = await openForeignSite();
  await using tab = await openAuthorTab(site);
  const { author, page } = tab;
  const heal = await submitUnanswered(page, site, 'There already', loseAnswer);
  await cancelAndEdit(page, 'There already');
  heal();
  await press(page, 'There, corrected');
  await main(page)
    .getByText('A version of “There, corrected” may be published already.')
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
