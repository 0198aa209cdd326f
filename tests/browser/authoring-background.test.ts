// @module-tag promise
import { expect, test } from 'vitest';
import { scaled } from '../test-run.ts';
import { backendHas, entriesIn, isWaiting, openForm, patience, press } from './support/authoring.ts';
import { postsOf } from './support/authors.ts';
import { button, main } from './support/screen.ts';
import { openOwnSite } from './support/site.ts';
import { openAuthorTabOn } from './support/tab.ts';
import { isControlled } from './support/worker-ready.ts';

test('back online, the worker publishes a pending post exactly once, with no tab open', {
  timeout: scaled(120_000),
}, async () => {
  const { site, page, context, author } = await openAuthorTabOn(openOwnSite);
  await openForm(page, site);
  await isControlled(page);
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
