// @module-tag promise
import { inject, test } from 'vitest';
import { backendHas, isWaiting, nothingWaits, openForm, press } from './support/authoring.ts';
import { registerAuthor } from './support/authors.ts';
import { openOwnSite } from './support/site.ts';
import { openStaticHost } from './support/static-host.ts';
import { openTab } from './support/tab.ts';

test('a static host in the place of the backend, which answers everything with its page, accepts nothing', async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  await using tab = await openTab(site, { author });
  const { page } = tab;
  await openForm(page, site);
  await site.stop();
  {
    await using _ = await openStaticHost(Number(new URL(site.origin).port), inject('ownClient'));
    await press(page, 'Nobody home');
    await isWaiting(page);
  }
  await site.start();
  await backendHas(site, author, ['Nobody home']);
  await nothingWaits(page);
});
