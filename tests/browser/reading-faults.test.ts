// @module-tag promise
import { expect, test } from 'vitest';
import { placeholder } from '../../src/app/components/placeholder.ts';
import { publish, registerAuthor } from './support/authors.ts';
import { json } from './support/faults.ts';
import { freePort } from './support/free-port.ts';
import { openLoopback } from './support/loopback.ts';
import { readingRecords } from './support/records.ts';
import { button, cards, listShows, main, offlineLine, shows } from './support/screen.ts';
import { openForeignSite, openOwnSite, sites } from './support/site.ts';
import { openTab } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';
import { waitUntilCached } from './support/worker-ready.ts';

testFirst(sites)('a post that is loading is shown when its server is back ($backend backend)', async ({ open }) => {
  await using site = await open();
  const id = await publish(site, await registerAuthor(site), { title: 'Late', content: 'Here at last.' });
  await using tab = await openTab(site);
  const { page } = tab;
  await tab.goto('/login');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await site.stop();
  await tab.goto(`/blog/${id}`);
  await shows(page, 'Loading blog...');
  await site.start();
  await main(page).getByText('Here at last.').waitFor();
});

test('an unreachable image host is no lost connection, and the placeholder is shown', async () => {
  await using pictures = await openLoopback(await freePort(), (_request, response) => {
    response.setHeader('Content-Type', 'image/svg+xml');
    response.end('<p>No picture');
  });
  await using site = await openForeignSite();
  const ada = await registerAuthor(site);
  await publish(site, ada, { title: 'Broken', imgUrl: `http://127.0.0.1:${pictures.port}/broken.svg` });
  await publish(site, ada, { title: 'Gone', imgUrl: 'http://127.0.0.1:9/gone.png' });
  await using tab = await openTab(site);
  const { page } = tab;
  const arePlaceholders = () =>
    cards(page)
      .locator('img')
      .evaluateAll(
        (all, address) => all.map((img) => img.getAttribute('src') === address && 'placeholder'),
        placeholder,
      );
  await tab.goto('/home');
  await waitUntilCached(page, site);
  for (let visit = 0; visit < 2; visit += 1) {
    await page.reload();
    await listShows(page, ['Broken', 'Gone']);
    await expect.poll(arePlaceholders).toEqual(['placeholder', 'placeholder']);
    expect(await offlineLine(page).count()).toBe(0);
  }
});

test('each post of an answer of 10,000 opens without a server', async () => {
  await using site = await openForeignSite();
  const many = Array.from({ length: 10_000 }, (_, n) => ({ _id: `p${n}`, title: `Post ${n}`, content: `Text ${n}.` }));
  site.misbehave('GET /blog/posts', json(many));
  await using tab = await openTab(site);
  const { page } = tab;
  await tab.goto('/home');
  await waitUntilCached(page, site);
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

test('disables no button while the network is away', async () => {
  await using site = await openOwnSite();
  const ada = await registerAuthor(site);
  await publish(site, ada, { title: 'One', content: 'Text' });
  await using tab = await openTab(site, { viewport: { width: 360, height: 640 } });
  const { page } = tab;
  await tab.goto('/home');
  await waitUntilCached(page, site);
  await site.stop();
  await page.reload();
  await offlineLine(page).waitFor();
  await button(page, 'On this device').click();
  await listShows(page, ['One']);
  await button(page, 'Keep: One').click();
  await main(page)
    .getByRole('button', { name: /^Remove download .*: One$/ })
    .click();
  await button(page, 'Keep: One').waitFor();
  await button(page, 'All posts').click();
  await listShows(page, ['One']);
});
