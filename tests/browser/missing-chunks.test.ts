import { expect, test } from 'vitest';
import { formHolds, openForm } from './support/authoring.ts';
import { laterClient } from './support/builds.ts';
import { buildOf, openDeployedSite } from './support/deployed-site.ts';
import { countLoads } from './support/document-load.ts';
import { barLink, field, fill, heading } from './support/screen.ts';
import { openTabOn } from './support/tab.ts';

test("a page whose chunk was removed reloads exactly once, and keeps the form's text", async () => {
  const { site, page } = await openTabOn(openDeployedSite, { serviceWorkers: 'block' });
  await openForm(page, site);
  await fill(page, { 'Blog Heading': 'Half written', 'Blog Content': 'Before the deploy.' });
  await site.deploy(laterClient());
  await field(page, 'Blog Content').pressSequentially(' And after it.');
  const loads = countLoads(page);
  await barLink(page, 'Login').click();
  await heading(page, 'Welcome back').waitFor();
  // Waits for the new build itself: the server's page already shows the heading before the build has started.
  await expect.poll(() => buildOf(page)).toBe('later');
  await expect.poll(loads).toBe(1);
  await openForm(page, site);
  await formHolds(page, 'Before the deploy. And after it.');
});
