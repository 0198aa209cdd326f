import { globSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openForm } from './authoring.ts';
import { buildOf, openDeployedSite } from './deployed-site.ts';
import { isMarked, markDocument } from './document-load.ts';
import { barLink, field, fill, heading } from './screen.ts';
import { openTab } from './tab.ts';

function countLoads(page: Page): () => number {
  let count = 0;
  page.on('load', () => {
    count += 1;
  });
  return () => count;
}

test('a part that a deploy took away is had by one reload, and the text in the form is kept', async () => {
  await using site = await openDeployedSite();
  await using tab = await openTab(site, { serviceWorkers: 'block' });
  const { page } = tab;
  await openForm(page, site);
  await fill(page, { 'Blog Heading': 'Half written', 'Blog Content': 'Before the deploy.' });
  await site.deploy(await site.buildLater());
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

test('a part that stays missing is not reloaded for again and again', async () => {
  await using site = await openDeployedSite();
  await using tab = await openTab(site, { serviceWorkers: 'block' });
  const { page } = tab;
  await tab.goto('/home');
  await barLink(page, 'Login').waitFor();
  const later = await site.buildLater();
  for (const name of globSync('assets/Login-*.js', { cwd: later })) await rm(join(later, name));
  await site.deploy(later);
  const loads = countLoads(page);
  await barLink(page, 'Login').click();
  await expect.poll(loads).toBe(2);
  await heading(page, 'This page did not open').waitFor();
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  // Once for the new build, and once more on it: a second server may have answered. Then no more.
  expect(loads()).toBe(2);
});

test('without a network a missing part takes no page away, and no text that lies nowhere else', async () => {
  await using site = await openDeployedSite();
  await using tab = await openTab(site, { serviceWorkers: 'block' });
  const { page } = tab;
  await tab.goto('/login');
  await fill(page, { Email: 'ada@example.com' });
  await markDocument(page);
  await site.deploy(await site.buildLater());
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
