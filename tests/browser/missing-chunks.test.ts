import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openForm } from './support/authoring.ts';
import { laterClient } from './support/builds.ts';
import { buildOf, openDeployedSite } from './support/deployed-site.ts';
import { isMarked, markDocument } from './support/document-load.ts';
import { appHasStarted, barLink, field, fill, heading } from './support/screen.ts';
import { openTab } from './support/tab.ts';

// Left to `npm run test:all`: the same fault behind another network.
const exhaustive = { tags: ['exhaustive'] };

function countLoads(page: Page): () => number {
  let count = 0;
  page.on('load', () => {
    count += 1;
  });
  return () => count;
}

test('reloads once for a chunk that a deploy removed, and saves the text', async () => {
  await using site = await openDeployedSite();
  await using tab = await openTab(site, { serviceWorkers: 'block' });
  const { page } = tab;
  await openForm(page, site);
  await fill(page, { 'Blog Heading': 'Half written', 'Blog Content': 'Before the deploy.' });
  await site.deploy(laterClient());
  await field(page, 'Blog Content').pressSequentially(' And after it.');
  const loads = countLoads(page);
  await barLink(page, 'Login').click();
  await heading(page, 'Welcome back').waitFor();
  // The server's page shows it before the build has begun.
  await expect.poll(() => buildOf(page)).toBe('later');
  await expect.poll(loads).toBe(1);
  await openForm(page, site);
  await expect.poll(() => field(page, 'Blog Content').inputValue()).toBe('Before the deploy. And after it.');
});

test('without a network a missing chunk reloads no page, and no unsaved text is lost', async () => {
  await using site = await openDeployedSite();
  await using tab = await openTab(site, { serviceWorkers: 'block' });
  const { page } = tab;
  await tab.goto('/login');
  // Before that, a link loads the server's page.
  await appHasStarted(page);
  await fill(page, { Email: 'ada@example.com' });
  await markDocument(page);
  await site.deploy(laterClient());
  await page.evaluate(() => dispatchEvent(new Event('vite:preloadError')));
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(await isMarked(page)).toBe(true);
  expect(await field(page, 'Email').inputValue()).toBe('ada@example.com');

  await fill(page, { Email: '' });
  await site.stop();
  await barLink(page, 'Storyline').click();
  await heading(page, 'This page did not open').waitFor();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(await isMarked(page)).toBe(true);
});

test('behind a captive portal a missing chunk reloads no page', exhaustive, async () => {
  await using site = await openDeployedSite();
  await using tab = await openTab(site, { serviceWorkers: 'block' });
  const { page } = tab;
  await tab.goto('/home');
  await barLink(page, 'Login').waitFor();
  await page.waitForLoadState('networkidle');
  await markDocument(page);
  let asked = 0;
  await page.route('**/*', (route) => {
    if (route.request().url().endsWith('/index.html')) asked += 1;
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Hotel Wi-Fi</title>' });
  });
  await barLink(page, 'Login').click();
  await heading(page, 'This page did not open').waitFor();
  await expect.poll(() => asked).toBeGreaterThan(0);
  await page.waitForTimeout(1_000);
  expect(await isMarked(page)).toBe(true);
  await page.unrouteAll();
  await heading(page, 'Welcome back').waitFor();
});
