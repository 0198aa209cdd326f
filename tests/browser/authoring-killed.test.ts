// @module-tag promise
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { scaled } from '../test-run.ts';
import {
  backendHas,
  draftsIn,
  entriesIn,
  isWaiting,
  logIn,
  nothingWaits,
  openForm,
  patience,
  press,
} from './support/authoring.ts';
import { postsOf, registerAuthor } from './support/authors.ts';
import { holdAnswer, neverAnswer } from './support/faults.ts';
import { openKillableBrowser } from './support/killable-browser.ts';
import { button, field, fill, main } from './support/screen.ts';
import { openOwnSite } from './support/site.ts';
import { openTab } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** As the page counts it, however busy the machine is; and what the page had asked of its database before has been done. */
async function halfASecond(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  await draftsIn(page);
}

test('a browser that is killed while its author types loses no word older than half a second', async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  await using profile = await openKillableBrowser();
  const { page, kill } = await profile.start();
  await logIn(page, site, author);
  await openForm(page, site);
  await fill(page, { 'Blog Heading': 'Half written', 'Image URL': 'half.png' });
  const typing = field(page, 'Blog Content')
    .pressSequentially('x'.repeat(500), { delay: 20 })
    .catch(() => undefined);
  await wait(1_500);
  const typed = (await field(page, 'Blog Content').inputValue()).length;
  await halfASecond(page);
  await kill();
  await typing;
  const again = await profile.start();
  await logIn(again.page, site, author);
  await openForm(again.page, site);
  await expect
    .poll(async () => (await field(again.page, 'Blog Content').inputValue()).length)
    .toBeGreaterThanOrEqual(typed);
  expect(await field(again.page, 'Blog Heading').inputValue()).toBe('Half written');
  expect(await field(again.page, 'Image URL').inputValue()).toBe('half.png');
  expect(await postsOf(site, author)).toEqual([]);
});

// Left to `npm run test:all`: on the gate the author is in the middle of typing.
const pausing = { tags: ['exhaustive'] };

test('a browser that is killed half a second after its author typed has every word', pausing, async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  await using profile = await openKillableBrowser();
  const text = 'The quick brown fox jumps over the lazy dog. '.repeat(2);
  const { page, kill } = await profile.start();
  await logIn(page, site, author);
  await openForm(page, site);
  await field(page, 'Blog Content').pressSequentially(text, { delay: 20 });
  await halfASecond(page);
  await kill();
  const again = await profile.start();
  await logIn(again.page, site, author);
  await openForm(again.page, site);
  await expect.poll(() => field(again.page, 'Blog Content').inputValue()).toBe(text);
  expect(await postsOf(site, author)).toEqual([]);
});

testFirst([
  { name: 'when the call has arrived and its answer has not', fault: neverAnswer },
  { name: 'before the call has arrived', fault: holdAnswer },
])('a browser that is killed while it sends publishes once: $name', async ({ fault }) => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  await using profile = await openKillableBrowser();
  const heal = site.misbehave('POST /blog/posts', fault);
  const { page, kill } = await profile.start();
  await logIn(page, site, author);
  await openForm(page, site);
  await press(page, 'Killed');
  await expect
    .poll(() => site.received.some(({ method, path }) => method === 'POST' && path === '/blog/posts'))
    .toBe(true);
  if (fault === neverAnswer) await backendHas(site, author, ['Killed']);
  await kill();
  heal();

  const again = await profile.start();
  await logIn(again.page, site, author);
  await backendHas(site, author, ['Killed']);
  await nothingWaits(again.page);
  expect(await draftsIn(again.page)).toBe(0);
});

test('with every page closed before the network is back, the browser publishes, once', {
  timeout: scaled(120_000),
}, async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  await using tab = await openTab(site, { author });
  const { page, context } = tab;
  await openForm(page, site);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await context.setOffline(true);
  await site.stop();
  await press(page, 'Nobody there');
  await isWaiting(page);
  const tags = () =>
    page.evaluate(async () => {
      const registration: object = await navigator.serviceWorker.ready;
      const { sync } = registration as { sync: { getTags(): Promise<string[]> } };
      return sync.getTags();
    });
  await expect.poll(tags).toEqual(['outbox']);
  await page.close();
  await site.start();
  await context.setOffline(false);
  await expect.poll(() => postsOf(site, author), { timeout: patience * 2 }).toHaveLength(1);
  await backendHas(site, author, ['Nobody there']);
  const call = site.received.find(({ method }) => method === 'POST');
  expect(call?.headers.authorization).toBeUndefined();
  expect(call?.headers.cookie).toContain('session=');

  const later = await context.newPage();
  await later.goto(`${site.origin}/myBlogs`);
  await main(later).getByText('Nobody there').first().waitFor();
  expect(await entriesIn(later)).toBe(0);
  expect(await button(later, 'Try again Nobody there').count()).toBe(0);
});
