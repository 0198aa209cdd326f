import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { draftsIn, openForm } from './authoring.ts';
import { registerAuthor } from './authors.ts';
import { button, field, fill } from './screen.ts';
import { type Site, sites } from './site.ts';
import { openTab } from './tab.ts';
import { kept } from './worker-ready.ts';

/** The address that the browser opens for a share, by the manifest that the page links to. */
async function shareAddress(page: Page, site: Site, shared: Record<string, string>): Promise<string> {
  const { share_target } = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
    return (await fetch(link?.href ?? '')).json();
  });
  const address = new URL(share_target.action, site.origin);
  for (const [member, value] of Object.entries(shared)) address.searchParams.set(share_target.params[member], value);
  return address.href;
}

async function formHolds(page: Page, title: string, content: string): Promise<void> {
  await expect.poll(() => field(page, 'Blog Heading').inputValue()).toBe(title);
  expect(await field(page, 'Blog Content').inputValue()).toBe(content);
}

const isClean = (page: Page) =>
  expect.poll(() => page.evaluate(() => location.pathname + location.search)).toBe('/create');

const shared = {
  title: 'On trains',
  text: 'Read this: “ä & b”\nSecond line',
  url: 'https://example.org/trains?a=1&b=2',
};
const content = `${shared.text}\n\n${shared.url}`;

test.for(sites)(
  'what is shared with the server stopped and no worker running becomes one draft ($backend backend)',
  async ({ open }) => {
    await using site = await open();
    await registerAuthor(site);
    await using tab = await openTab(site);
    await tab.goto('/home');
    await kept(tab.page, site);
    const address = await shareAddress(tab.page, site, shared);
    const session = await tab.context.newCDPSession(tab.page);
    await session.send('ServiceWorker.enable');
    await site.stop();
    await session.send('ServiceWorker.stopAllWorkers');
    await tab.page.close();

    const page = await tab.context.newPage();
    await page.goto(address);
    await formHolds(page, shared.title, content);
    await isClean(page);
    expect(await draftsIn(page)).toBe(1);
    await page.reload();
    await formHolds(page, shared.title, content);
    expect(await draftsIn(page)).toBe(1);
  },
);

test.for(sites)('what is shared where no worker is becomes one draft ($backend backend)', async ({ open }) => {
  await using site = await open();
  await using tab = await openTab(site, { serviceWorkers: 'block' });
  const { page } = tab;
  await tab.goto('/home');
  await page.goto(await shareAddress(page, site, { url: shared.url }));
  await formHolds(page, '', shared.url);
  await isClean(page);
  expect(await draftsIn(page)).toBe(1);
});

test.for(sites)(
  'a share takes the place of no other draft, and the same shared twice is two ($backend backend)',
  async ({ open }) => {
    await using site = await open();
    const author = await registerAuthor(site);
    await using tab = await openTab(site, { author });
    const { page } = tab;
    await openForm(page, site);
    await fill(page, { 'Blog Heading': 'Mine', 'Blog Content': 'Typed before.' });
    const address = await shareAddress(page, site, { text: 'Shared' });
    for (const count of [2, 3]) {
      await page.goto(address);
      await formHolds(page, '', 'Shared');
      await isClean(page);
      await expect.poll(() => draftsIn(page)).toBe(count);
    }
    await button(page, 'Open Mine').click();
    await formHolds(page, 'Mine', 'Typed before.');
  },
);

test('a tab that dies before the address has let go finds the same draft again', async () => {
  const [{ open }] = sites;
  await using site = await open();
  await using tab = await openTab(site);
  const { page } = tab;
  await tab.goto('/home');
  const address = await shareAddress(page, site, { text: 'Shared' });
  // What lies in the history entry outlives the page, as here with an address that is put back.
  await page.addInitScript(() => {
    const replace = history.replaceState.bind(history);
    history.replaceState = (state, title, url) => {
      if (url !== '/create') replace(state, title, url);
    };
  });
  await page.goto(address);
  await formHolds(page, '', 'Shared');
  await expect.poll(() => draftsIn(page)).toBe(1);
  await field(page, 'Blog Content').fill('Shared, and written on.');
  await page.getByText('Saved on this device').first().waitFor();
  await page.reload();
  await formHolds(page, '', 'Shared, and written on.');
  expect(await draftsIn(page)).toBe(1);
});

test('a share on a device that keeps nothing is shown, is not said to be saved, and stays in the address', async () => {
  const [{ open }] = sites;
  await using site = await open();
  await using tab = await openTab(site);
  const { page } = tab;
  await tab.goto('/home');
  const address = await shareAddress(page, site, { text: 'Shared' });
  await page.addInitScript(() => {
    indexedDB.open = () => {
      throw new DOMException('Not here', 'SecurityError');
    };
  });
  await page.goto(address);
  await formHolds(page, '', 'Shared');
  await page.getByText('Not saved: this browser keeps nothing here').first().waitFor();
  expect(page.url()).toBe(address);
});
