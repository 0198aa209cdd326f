import { expect, test } from 'vitest';
import { barLink, heading } from './support/screen.ts';
import { openOwnSite } from './support/site.ts';
import { beforeWorker, openTab } from './support/tab.ts';

test('the footer groups its links, which lead nowhere yet', async () => {
  await using site = await openOwnSite();
  await using tab = await openTab(site, beforeWorker);
  await tab.goto('/login');
  const footer = tab.page.getByRole('contentinfo');
  const linksUnder = (name: string) => footer.getByRole('navigation', { name }).getByRole('link').allTextContents();

  await footer.getByRole('heading', { name: 'Dev Links' }).waitFor();
  expect(await linksUnder('Dev Links')).toEqual(['App', 'Report']);
  expect(await linksUnder('Legal')).toEqual(['Terms & Conditions', 'Privacy Policy', 'Refund & Cancellation']);
  await footer.getByRole('link', { name: 'Privacy Policy' }).click();
  expect(new URL(tab.page.url()).pathname).toBe('/login');
});

test.for(['/profile', '/no/where', '/blog', '/home/2'])('%s is Not Found, inside the frame', async (path) => {
  await using site = await openOwnSite();
  await using tab = await openTab(site, beforeWorker);
  await tab.goto(path);
  await heading(tab.page, 'Not Found').waitFor();
  await barLink(tab.page, 'Home').waitFor();
});
