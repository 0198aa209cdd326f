import { expect, test } from 'vitest';
import { callsOf } from './support/received.ts';
import { barLink, button, heading } from './support/screen.ts';
import { openForeignSite, sites } from './support/site.ts';
import { beforeWorker, openAuthorTab } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';
import { waitUntilCached } from './support/worker-ready.ts';

testFirst(sites)(
  'an author who starts without a network still has My Blogs and Create ($backend backend)',
  async ({ open }) => {
    await using site = await open();
    await using tab = await openAuthorTab(site);
    const { page } = tab;
    await tab.goto('/home');
    await button(page, 'Ada').waitFor();
    await waitUntilCached(page, site);
    await site.stop();

    await tab.goto('/home');
    await button(page, 'Ada').waitFor();
    expect(await barLink(page, 'My Blogs').getAttribute('href')).toBe('/myBlogs');
    await barLink(page, 'Create').click();
    await heading(page, 'Create New Blog').waitFor();
  },
);

test('a session of a foreign backend outlives a refresh', async () => {
  await using site = await openForeignSite();
  await using tab = await openAuthorTab(site, beforeWorker);
  await tab.goto('/home');
  await button(tab.page, 'Ada').waitFor();
  await tab.page.reload();
  await button(tab.page, 'Ada').waitFor();
  await expect.poll(() => callsOf(site).filter((call) => call === 'GET /auth/me')).toHaveLength(2);
});
