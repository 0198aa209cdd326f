// @module-tag promise
import { expect, test } from 'vitest';
import { draftIsSaved, formHolds, openForm } from './support/authoring.ts';
import { barLink, button, field, heading } from './support/screen.ts';
import { openOwnSite } from './support/site.ts';
import { openAuthorTabOn, type Tab } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';

/**
 * Breaks IndexedDB in every document that the tab loads from now on. With `hanging`, databases never finish opening.
 */
async function breakRecords({ context }: Tab, how: 'full' | 'forbidden' | 'hanging' | 'closed'): Promise<void> {
  await context.addInitScript((fault) => {
    const refuse = (name: string) => () => {
      throw new DOMException('As the test wants it', name);
    };
    if (fault === 'full') IDBObjectStore.prototype.put = refuse('QuotaExceededError');
    if (fault === 'forbidden') IDBFactory.prototype.open = refuse('SecurityError');
    if (fault === 'closed') IDBDatabase.prototype.transaction = refuse('InvalidStateError');
    if (fault === 'hanging') {
      const { open } = IDBFactory.prototype;
      IDBFactory.prototype.open = function (this: IDBFactory, name: string) {
        const request = open.call(this, `${name} that nobody waits for`);
        request.addEventListener('success', (event) => event.stopImmediatePropagation(), { capture: true });
        Object.defineProperty(request, 'onsuccess', { set: () => undefined });
        return request;
      };
    }
  }, how);
}

const faults = ['full', 'forbidden', 'closed', 'hanging'] as const;

testFirst(faults)('the form restores text after a link, Back, reload or share, with IndexedDB %s', async (how) => {
  const { site, tab, page } = await openAuthorTabOn(openOwnSite);
  await breakRecords(tab, how);
  await openForm(page, site);
  await button(page, 'Ada').waitFor();
  await field(page, 'Blog Content').fill('by a link');
  await barLink(page, 'Home').click();
  await heading(page, 'All Blogs').waitFor();
  await barLink(page, 'Create').click();
  await formHolds(page, 'by a link');
  await field(page, 'Blog Content').fill('by Back');
  await page.goBack();
  await heading(page, 'All Blogs').waitFor();
  await page.goForward();
  await formHolds(page, 'by Back');
  await field(page, 'Blog Content').fill('by a reload');
  await page.reload();
  await formHolds(page, 'by a reload');
  await field(page, 'Blog Content').fill('by a share');
  await page.goto(`${site.origin}/create?text=Shared`);
  await formHolds(page, 'Shared');
  await barLink(page, 'Home').click();
  await page.goto(`${site.origin}/create`);
  await formHolds(page, 'Shared');
});

test('opening two drafts together leaves a lock only on the draft that the form shows', async () => {
  const { site, page } = await openAuthorTabOn(openOwnSite);
  await openForm(page, site);
  await button(page, 'Ada').waitFor();
  for (const title of ['One', 'Two']) {
    await field(page, 'Blog Heading').fill(title);
    await draftIsSaved(page);
    await button(page, 'Save draft, start new').click();
    await button(page, `Open ${title}`).waitFor();
  }
  await page.evaluate(() => {
    for (const name of ['One', 'Two']) {
      const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === `Open ${name}`);
      found?.click();
    }
  });
  await expect.poll(() => field(page, 'Blog Heading').inputValue()).toBe('Two');
  await button(page, 'Open One').click();
  await expect.poll(() => field(page, 'Blog Heading').inputValue()).toBe('One');
  const heldDrafts = () =>
    page.evaluate(async () => {
      const { held = [] } = await navigator.locks.query();
      return held.filter(({ name }) => name?.startsWith('writing/')).length;
    });
  await expect.poll(heldDrafts).toBe(1);
});
