// @module-tag promise
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pagePaths } from '../../src/contract/paths.ts';
import { edit, postsOf, publish, registerAuthor } from './support/authors.ts';
import { button, fill, isAt, main } from './support/screen.ts';
import { openOwnSite } from './support/site.ts';
import { openTab } from './support/tab.ts';

const text = { title: 'Title', imgUrl: '', content: 'One.\n\nTwo.\n\nThree.' };

/** The element with the focus, as a screen reader says it. */
const focused = (page: Page) => page.locator(':focus').ariaSnapshot();

test('an author decides between two edits with the keyboard alone, and a screen reader says where', async () => {
  await using site = await openOwnSite();
  const ada = await registerAuthor(site);
  const id = await publish(site, ada, text);
  await using tab = await openTab(site, { author: ada, viewport: { width: 360, height: 800 } });
  const { page } = tab;
  await tab.goto(pagePaths.edit(id));
  await fill(page, { 'Blog Heading': 'My title', 'Blog Content': 'One.\n\nTwo, as I see it.\n\nThree.' });
  await edit(site, ada, id, { title: 'Their title', content: 'One, first.\n\nTwo, as they see it.\n\nThree.' });
  await button(page, 'Save changes').press('Enter');

  await expect.poll(() => focused(page)).toBe('- heading "Decide between two edits" [level=1]');
  expect(await main(page).ariaSnapshot()).toContain('group "Place 2 of 2: text"');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('- radio "Keep mine"');
  await page.keyboard.press('ArrowDown');
  expect(await focused(page)).toBe('- radio "Keep theirs" [checked]');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  // One place is open: the press says so, and leads there.
  await page.keyboard.press('Enter');
  await expect
    .poll(() => main(page).getByRole('status').allTextContents())
    .toContainEqual('1 of 2 places decided. Choose at the place that has the focus.');
  expect(await page.locator('fieldset:has(:focus) legend').textContent()).toBe('Place 2 of 2: text');
  await page.keyboard.press('ArrowUp');
  expect(await focused(page)).toBe('- radio "Keep both" [checked]');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('- button "Save changes"');
  await page.keyboard.press('Enter');
  await isAt(page, pagePaths.blog(id));
  await expect
    .poll(() => postsOf(site, ada))
    .toEqual([
      {
        title: 'Their title',
        imgUrl: '',
        content: 'One, first.\n\nTwo, as I see it.\n\nTwo, as they see it.\n\nThree.',
      },
    ]);
});
