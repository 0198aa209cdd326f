import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { addressIsClean, draftsIn } from './support/authoring.ts';
import { field } from './support/screen.ts';
import { openForeignSite } from './support/site.ts';
import { openTabOn } from './support/tab.ts';
import { openList } from './support/worker-ready.ts';

test("the manifest's share target uses GET for a foreign backend, and POST for our own", async () => {
  const manifestOf = async (client: string) =>
    JSON.parse(await readFile(join(client, 'manifest.webmanifest'), 'utf8')).share_target;
  const params = { title: 'title', text: 'text', url: 'url' };
  const [foreign] = inject('foreign');
  expect(await manifestOf(foreign?.client ?? '')).toMatchObject({ action: '/create', method: 'GET', params });
  expect(await manifestOf(inject('ownClient'))).toMatchObject({ action: '/share', method: 'POST', params });
});

async function formHolds(page: Page, title: string, content: string): Promise<void> {
  // Until the app has loaded the draft, the page shows the skeleton of the form: empty, read-only fields.
  await page.locator('.skeleton').waitFor({ state: 'detached' });
  await expect.poll(() => field(page, 'Blog Heading').inputValue()).toBe(title);
  expect(await field(page, 'Blog Content').inputValue()).toBe(content);
}

const shared = {
  title: 'On trains',
  text: 'Read this: “ä & b”\nSecond line',
  url: 'https://example.org/trains?a=1&b=2',
};
const content = `${shared.text}\n\n${shared.url}`;

test('the app makes one draft of a text shared offline after the worker was stopped', async () => {
  const { site, tab } = await openTabOn(openForeignSite);
  await openList(tab, site);
  const session = await tab.context.newCDPSession(tab.page);
  await session.send('ServiceWorker.enable');
  await site.stop();
  await session.send('ServiceWorker.stopAllWorkers');
  await tab.page.close();

  const page = await tab.context.newPage();
  await page.goto(`${site.origin}/create?${new URLSearchParams(shared)}`);
  await formHolds(page, shared.title, content);
  await addressIsClean(page);
  expect(await draftsIn(page)).toBe(1);
  await page.reload();
  await formHolds(page, shared.title, content);
  expect(await draftsIn(page)).toBe(1);
});
