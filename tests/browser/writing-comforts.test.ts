import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openForm, press, pressAccepted } from './support/authoring.ts';
import { readPost } from './support/authors.ts';
import { holdAnswer, internalError } from './support/faults.ts';
import { button, cards, field, fill, heading, isAt, main } from './support/screen.ts';
import { openOwnSite, sites } from './support/site.ts';
import { beforeWorker, openAuthorTabOn } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';

const phone = { width: 390, height: 844 };
const smallPhone = { width: 320, height: 640 };
const paragraphs = 'A paragraph of some length, so that there is something to scroll.\n\n'.repeat(40);

const link = (page: Page, name: string) => main(page).getByRole('link', { name, exact: true });
const row = (page: Page) => main(page).locator('.editor-row');

/** Returns the distances of the element's top and bottom from the window's top, in CSS pixels. */
const edgesOf = (element: Locator): Promise<{ top: number; bottom: number }> =>
  element.evaluate((node) => {
    const { top, bottom } = node.getBoundingClientRect();
    return { top, bottom };
  });

/** Waits until the whole element is in the window. */
async function isInView(element: Locator): Promise<void> {
  await element.waitFor();
  const height = element.page().viewportSize()?.height ?? 0;
  await expect
    .poll(async () => {
      const { top, bottom } = await edgesOf(element);
      return top >= 0 && bottom <= height ? 'in view' : `${top} to ${bottom} of ${height}`;
    })
    .toBe('in view');
}

/** Clicks an element that must already be in view: Playwright's own click would scroll to it. */
async function tapInView(element: Locator): Promise<void> {
  await isInView(element);
  const { x = 0, y = 0, width = 0, height = 0 } = (await element.boundingBox()) ?? {};
  await element.page().mouse.click(x + width / 2, y + height / 2);
}

testFirst(sites)('the Create screen shows the published post until a reload ($backend backend)', async ({ open }) => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const { site, page } = await openAuthorTabOn(open, { ...beforeWorker, viewport: phone, permissions });
  await openForm(page, site);
  await field(page, 'Blog Content').fill(paragraphs);
  await pressAccepted(page, 'On the train');
  await isInView(heading(page, 'Published'));
  await isInView(cards(page).getByRole('heading', { name: 'On the train' }));
  await cards(page).getByText('On the train, at length.').waitFor();
  expect(await heading(page, 'Published').evaluate((node) => node === document.activeElement)).toBe(true);
  expect(await main(page).locator('.button:not(.quiet)').allTextContents()).toEqual(['Create Blog']);
  if (site.kind === 'own') {
    const path = await link(page, 'Read it').getAttribute('href');
    expect((await readPost(site, path?.split('/').at(-1) ?? '')).title).toBe('On the train');
    await button(page, 'Copy link').click();
    await main(page).getByText('Link copied.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(site.origin + path);
  }
  await page.reload();
  await field(page, 'Blog Content').waitFor();
  await page.waitForLoadState('networkidle');
  expect(await heading(page, 'Published').count()).toBe(0);
});

test('the form scrolls a pending post into view, and says when the post is published', async () => {
  const { site, page } = await openAuthorTabOn(openOwnSite, { ...beforeWorker, viewport: phone });
  const heal = site.misbehave('POST /blog/posts', internalError);
  await openForm(page, site);
  await press(page, 'Waits');
  await isInView(heading(page, 'Publishes when you’re online'));
  await isInView(cards(page).getByRole('heading', { name: 'Waits' }));
  expect(await link(page, 'See waiting posts').getAttribute('href')).toBe('/myBlogs');
  heal();
  await heading(page, 'Published').waitFor({ timeout: 40_000 });
  await link(page, 'Read it').click();
  await heading(page, 'Waits').waitFor();
});

test("the form's buttons and its Sending status stay in view however long the text is", async () => {
  const { site, page } = await openAuthorTabOn(openOwnSite, { ...beforeWorker, viewport: smallPhone });
  await openForm(page, site);
  const content = field(page, 'Blog Content');
  const heightOf = async () => (await edgesOf(content)).bottom - (await edgesOf(content)).top;
  const empty = await heightOf();
  await isInView(button(page, 'Create Blog'));
  await content.fill(paragraphs);
  const long = await heightOf();
  expect(long).toBeGreaterThan(2 * empty);
  expect(await content.evaluate((node) => node.scrollHeight <= node.clientHeight)).toBe(true);
  await content.press('Control+End');
  for (let lines = 0; lines < 5; lines += 1) await content.press('Enter');
  expect(await heightOf()).toBeGreaterThan(long);
  await isInView(button(page, 'Create Blog'));
  const [text, buttons] = [await edgesOf(content), await edgesOf(row(page))];
  expect(text.bottom - 20).toBeLessThanOrEqual(buttons.top);
  expect(buttons.bottom - buttons.top).toBeLessThan(110);

  await page.evaluate(() => {
    Object.defineProperty(visualViewport, 'height', { value: innerHeight - 250 });
    visualViewport?.dispatchEvent(new Event('resize'));
  });
  await expect.poll(async () => (await edgesOf(row(page))).bottom).toBeLessThanOrEqual(smallPhone.height - 250);

  const heal = site.misbehave('POST /blog/posts', holdAnswer);
  await button(page, 'Create Blog').click();
  const sending = row(page).getByText('Sending…').first();
  await sending.waitFor({ timeout: 1_000 });
  await isInView(sending);
  heal();
});

test('leaving the preview restores the scroll position in the text', async () => {
  const { site, page } = await openAuthorTabOn(openOwnSite, { ...beforeWorker, viewport: phone });
  await openForm(page, site);
  await fill(page, { 'Blog Heading': 'A place', 'Blog Content': paragraphs });
  await page.evaluate(() => scrollTo(0, 900));
  await tapInView(button(page, 'Preview'));
  await isInView(heading(page, 'A place'));
  await tapInView(button(page, 'Write'));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(900);
  await isAt(page, '/create');
});
