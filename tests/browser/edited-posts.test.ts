import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { edit, publish, registerAuthor } from './support/authors.ts';
import { readingRecords } from './support/records.ts';
import { button, heading, main } from './support/screen.ts';
import { shiftsOf, watchShifts } from './support/shifts.ts';
import { openOwnSite } from './support/site.ts';
import { openTabOn, troubles } from './support/tab.ts';
import { waitUntilCached } from './support/worker-ready.ts';

/** Only `npm run test:all` runs this test. Unit tests cover how the app compares texts. */
const exhaustive = { tags: ['exhaustive'] };

const whatChanged = 'What changed since you read it';
const dialog = (page: Page) => page.getByRole('dialog', { name: whatChanged });
const text = { title: 'A tpyo', content: 'The first.\n\nThe cat sat on the mat.\n\nThe last.' };

/** Waits until the app has stored these words as part of the text that the reader last read. */
const recorded = (page: Page, id: string, words: string) =>
  expect.poll(async () => JSON.stringify(await page.evaluate(readingRecords, `read/${id}`))).toContain(words);

const marks = (page: Page, name: 'ins' | 'del') =>
  dialog(page)
    .locator(name)
    .evaluateAll((found) => found.map(({ lastChild, textContent }) => [lastChild?.textContent, textContent].join(' ')));

test('offline, a button shows the changes since the last reading, and then disappears', async () => {
  // In this narrow window, the words beside the date take several lines, so they could cause a layout shift.
  const { site, tab, page } = await openTabOn(openOwnSite, { viewport: { width: 360, height: 800 } });
  const ada = await registerAuthor(site);
  const id = await publish(site, ada, text);
  await watchShifts(tab);
  await tab.goto(`/blog/${id}`);
  await waitUntilCached(page, site, callPaths.post(id));
  await recorded(page, id, 'A tpyo');
  expect(await page.getByText('Edited').count()).toBe(0);

  await edit(site, ada, id, { title: 'A typo', content: text.content.replace('cat', 'dog') });
  await page.reload();
  await heading(page, 'A typo').waitFor();
  await button(page, whatChanged).waitFor();
  const date = main(page).locator('.edited time');
  expect(await date.textContent()).toBe(new Date().toLocaleDateString('en-US'));
  expect(await date.getAttribute('datetime')).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  await site.stop();

  await page.reload();
  await heading(page, 'A typo').waitFor();
  await button(page, whatChanged).waitFor();
  expect(await shiftsOf(tab)).toEqual([]);
  await button(page, whatChanged).press('Enter');
  await expect
    .poll(() => marks(page, 'ins'))
    .toEqual([expect.stringContaining('added: typo'), expect.stringContaining('added: dog')]);
  expect(await marks(page, 'del')).toEqual([
    expect.stringContaining('removed: tpyo'),
    expect.stringContaining('removed: cat'),
  ]);
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  // The app removes the button at the dialog's `close` event, which the browser fires in a later task.
  await button(page, whatChanged).waitFor({ state: 'detached' });
  await recorded(page, id, 'dog');
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);

  await page.reload();
  await heading(page, 'A typo').waitFor();
  await page.waitForLoadState('networkidle');
  expect(await button(page, whatChanged).count()).toBe(0);
  expect(await page.getByText('Edited', { exact: true }).count()).toBe(1);
});

test('the page compares two versions of a very long post in a web worker', exhaustive, async () => {
  const { site, tab, page } = await openTabOn(openOwnSite);
  const ada = await registerAuthor(site);
  const paragraph = (n: number) => `Paragraph ${n} has some words in it, as paragraphs do.`;
  const content = Array.from({ length: 15_000 }, (_, n) => paragraph(n)).join('\n\n');
  const id = await publish(site, ada, { title: 'Long', content });
  await tab.goto(`/blog/${id}`);
  await waitUntilCached(page, site, callPaths.post(id));
  await recorded(page, id, paragraph(14_999));
  await edit(site, ada, id, { content: content.replace(paragraph(7_000), 'Something else.') });
  await page.reload();
  const threads: string[] = [];
  page.on('worker', (thread) => threads.push(thread.url()));
  await button(page, whatChanged).click();
  await dialog(page).locator('ins', { hasText: 'Something else.' }).waitFor();
  await dialog(page).getByText('6,999 paragraphs unchanged').waitFor();
  expect(threads).toContainEqual(expect.stringContaining('/assets/compare-'));
  // If the web worker failed, it would log an error, and the page would compare the texts itself.
  expect(troubles(tab)).toEqual([]);
});
