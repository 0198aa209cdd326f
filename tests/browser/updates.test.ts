// @module-tag exhaustive: each takes ten seconds or more; engines/updates.test.ts stands for them in npm test
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { laterClient } from './support/builds.ts';
import { comeBack } from './support/come-back.ts';
import { buildOf, type DeployedSite, openDeployedSite } from './support/deployed-site.ts';
import { isMarked, markDocument } from './support/document-load.ts';
import { holdAnswer } from './support/faults.ts';
import { button, listShows } from './support/screen.ts';
import { openTabOn } from './support/tab.ts';
import { openServed } from './support/worker-ready.ts';

const offer = (page: Page) => page.getByRole('status').filter({ hasText: 'A new version is ready.' });

async function deployLater(site: DeployedSite, page: Page): Promise<void> {
  await site.deploy(laterClient());
  await comeBack(page);
  await offer(page).waitFor();
}

test('the app checks for a new version every hour', async () => {
  const { site, tab } = await openTabOn(openDeployedSite);
  await tab.page.clock.install();
  const page = await openServed(tab, site);
  await site.deploy(laterClient());
  await page.clock.fastForward('59:00');
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(await offer(page).count()).toBe(0);
  await page.clock.fastForward('01:00');
  await offer(page).waitFor();
});

test('an update that cannot open on the first click opens only on a second click', async () => {
  const { site, tab } = await openTabOn(openDeployedSite);
  const page = await openServed(tab, site);
  await deployLater(site, page);
  const heal = site.misbehave('GET /blog/posts', holdAnswer);
  await page.reload();
  await listShows(page, ['A post']);
  await markDocument(page);
  await button(page, 'Update').click();
  await page.getByText('It cannot open yet').waitFor();
  heal();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(await isMarked(page)).toBe(true);
  await button(page, 'Update').click();
  await expect.poll(() => buildOf(page)).toBe('later');
});
