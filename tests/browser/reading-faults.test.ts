// @module-tag promise
import { expect, test } from 'vitest';
import { json } from './support/faults.ts';
import { readingRecords } from './support/records.ts';
import { button, main, shows } from './support/screen.ts';
import { openForeignSite } from './support/site.ts';
import { openTabOn } from './support/tab.ts';
import { openList } from './support/worker-ready.ts';

test('the app caches a list of 10,000 posts, and opens listed posts without a server', async () => {
  const { site, tab, page } = await openTabOn(openForeignSite);
  const many = Array.from({ length: 10_000 }, (_, n) => ({ _id: `p${n}`, title: `Post ${n}`, content: `Text ${n}.` }));
  site.misbehave('GET /blog/posts', json(many));
  await openList(tab, site);
  const stored = Object.keys(await page.evaluate(readingRecords, ''));
  const countOf = (prefix: string) => stored.filter((key) => key.startsWith(prefix)).length;
  expect([countOf('list/'), countOf('post/')]).toEqual([1, 10_000]);
  await site.stop();
  for (const n of [0, 5_000, 9_999]) {
    await tab.goto(`/blog/p${n}`);
    await shows(page, `Text ${n}.`);
  }
  await tab.goto('/home');
  await button(page, 'On this device').click();
  await main(page)
    .getByRole('heading', { name: /^Recently opened: 10,000 posts/ })
    .waitFor();
});
