// @module-tag promise
import { expect, inject, test } from 'vitest';
import {
  backendHas,
  isWaiting,
  nothingWaits,
  openForm,
  press,
  pressAccepted,
  submitUnanswered,
} from './support/authoring.ts';
import { registerAuthor } from './support/authors.ts';
import { redirectTo } from './support/faults.ts';
import { button, fill, listShows, main } from './support/screen.ts';
import { openOwnSite, type Site, sites } from './support/site.ts';
import { openStaticHost } from './support/static-host.ts';
import { openTab } from './support/tab.ts';

/** To an address that answers GET with 200 and JSON, as a moved host or a missing slash does. */
const redirect = (site: Site, status: number) => redirectTo(`${site.api}/blog/posts`, status);

// Lives of the world (`tests/world/`) play this in every `npm test`, in any order of events.
const exhaustive = { tags: ['exhaustive'] };

test.for(sites.flatMap((site) => [302, 308].map((status) => ({ ...site, status }))))(
  'a post that is redirected ($status) waits, and is published once afterwards ($backend backend)',
  exhaustive,
  async ({ open, status }) => {
    await using site = await open();
    const author = await registerAuthor(site);
    await using tab = await openTab(site, { author });
    const { page } = tab;
    const heal = await submitUnanswered(page, site, 'Led astray', redirect(site, status));
    await backendHas(site, author, []);
    heal();
    await backendHas(site, author, ['Led astray']);
    await nothingWaits(page);
  },
);

test.for(sites)(
  'a delete that is redirected waits, and is done afterwards ($backend backend)',
  exhaustive,
  async ({ open }) => {
    await using site = await open();
    const author = await registerAuthor(site);
    await using tab = await openTab(site, { author });
    const { page } = tab;
    await openForm(page, site);
    await pressAccepted(page, 'Doomed');
    await tab.goto('/myBlogs');
    await listShows(page, ['Doomed']);
    const [{ _id: id }] = (await (await fetch(`${site.api}/blog/users/${author.userId}/posts`)).json()) as [
      { _id: string },
    ];
    const heal = site.misbehave(`DELETE /blog/posts/${id}`, redirect(site, 302));
    await button(page, 'Delete Doomed').click();
    await main(page).getByText('waits for a connection and goes by itself').waitFor();
    await backendHas(site, author, ['Doomed']);
    heal();
    await backendHas(site, author, []);
    await nothingWaits(page);
  },
);

test.for(sites)('a login that is redirected has failed ($backend backend)', exhaustive, async ({ open }) => {
  await using site = await open();
  await using tab = await openTab(site);
  const { page } = tab;
  site.misbehave('POST /auth/login', redirect(site, 302));
  await tab.goto('/login');
  await fill(page, { Email: 'ada@example.org', Password: 'analytical' });
  await main(page).getByRole('button', { name: 'Login' }).click();
  await main(page).getByText('Login failed. Please try again.').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

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
