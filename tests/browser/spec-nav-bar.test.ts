import { expect, test } from 'vitest';
import { registerAuthor } from './support/authors.ts';
import { isMarked, markDocument } from './support/document-load.ts';
import { json } from './support/faults.ts';
import { appHasStarted, barLink, button, heading, isAt } from './support/screen.ts';
import { sites } from './support/site.ts';
import { beforeWorker, openAuthorTab, openTab } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';

testFirst(sites)(
  'Without a login the nav bar leads home, and to login for everything an author does ($backend backend)',
  async ({ open }) => {
    await using site = await open();
    await using tab = await openTab(site, beforeWorker);
    const { page } = tab;
    await tab.goto('/register');
    await appHasStarted(page);
    await markDocument(page);

    await barLink(page, 'Storyline').click();
    await isAt(page, '/');
    await barLink(page, 'Home').click();
    await isAt(page, '/home');
    for (const name of ['My Blogs', 'Create', 'Login']) {
      await barLink(page, 'Home').click();
      await isAt(page, '/home');
      await barLink(page, name).click();
      await isAt(page, '/login');
    }

    expect(await isMarked(page)).toBe(true);
  },
);

testFirst(sites)('The nav bar leads an author to their own pages ($backend backend)', async ({ open }) => {
  await using site = await open();
  await using tab = await openAuthorTab(site, beforeWorker);
  const { page } = tab;
  await tab.goto('/home');
  await button(page, 'Ada').waitFor();

  await barLink(page, 'My Blogs').click();
  await isAt(page, '/myBlogs');
  await barLink(page, 'Create').click();
  await isAt(page, '/create');
  expect(await barLink(page, 'Login').count()).toBe(0);
});

testFirst(sites)(
  'the user menu holds the email, which leads to no screen, and Logout ($backend backend)',
  async ({ open }) => {
    await using site = await open();
    await using tab = await openAuthorTab(site, beforeWorker);
    const { page } = tab;
    await tab.goto('/home');

    await button(page, 'Ada').click();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['ada@example.com', 'Logout']);

    await page.getByRole('menuitem', { name: 'ada@example.com' }).click();
    await isAt(page, '/profile');
    await heading(page, 'Not Found').waitFor();
    await button(page, 'Ada').waitFor();
  },
);

test('a profile without a username still opens the author’s pages, and without an email does not', async () => {
  const [, { open }] = sites;
  await using site = await open();
  const author = await registerAuthor(site);

  site.misbehave('GET /auth/me', json({ email: 'ada@example.com' }));
  await using nameless = await openTab(site, { ...beforeWorker, author });
  await nameless.goto('/home');
  await expect.poll(() => barLink(nameless.page, 'Create').getAttribute('href')).toBe('/create');
  await barLink(nameless.page, 'Login').waitFor();

  site.misbehave('GET /auth/me', json({ username: 'Ada' }));
  await using mailless = await openTab(site, { ...beforeWorker, author });
  await mailless.goto('/home');
  await button(mailless.page, 'Ada').waitFor();
  expect(await barLink(mailless.page, 'Create').getAttribute('href')).toBe('/login');
});
