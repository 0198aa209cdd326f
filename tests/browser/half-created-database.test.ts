import { test } from 'vitest';
import { draftIsSaved, openForm } from './support/authoring.ts';
import { launchChromium, withBackForwardCache } from './support/chromium.ts';
import { field } from './support/screen.ts';
import { openOwnSite } from './support/site.ts';

test('the app saves a draft after a page was left while creating the database', async () => {
  await using site = await openOwnSite();
  await using browser = await launchChromium(withBackForwardCache);
  // Blocks the worker. If a worker took over, Chromium would evict the previous page, and so end its transaction.
  const page = await browser.newPage({ serviceWorkers: 'block' });
  // Simulates a slow device: endless requests keep open the transaction that creates the database.
  await page.addInitScript(() => {
    if (location.search !== '?slow') return;
    const create = IDBDatabase.prototype.createObjectStore;
    IDBDatabase.prototype.createObjectStore = function (...args) {
      const store = create.apply(this, args);
      const goOn = () => {
        store.put(1, 'endless').onsuccess = goOn;
      };
      goOn();
      Reflect.set(window, 'isCreating', true);
      return store;
    };
  });
  await page.goto(`${site.origin}/create?slow`);
  await page.waitForFunction(() => Reflect.get(window, 'isCreating'));
  await openForm(page, site);
  await field(page, 'Blog Content').fill('Worth keeping.');
  await draftIsSaved(page);
});
