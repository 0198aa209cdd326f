// @module-tag promise
import { registerAuthor } from './support/authors.ts';
import { button, heading } from './support/screen.ts';
import { sites } from './support/site.ts';
import { openTab } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';
import { waitUntilCached } from './support/worker-ready.ts';

testFirst(sites)('opens every route without a server after one visit ($backend backend)', async ({ open }) => {
  await using site = await open();
  await registerAuthor(site);
  await using tab = await openTab(site);
  await tab.goto('/home');
  await waitUntilCached(tab.page, site);
  await site.stop();
  await tab.page.close();

  const expected = {
    '/': 'every line of code tells a story',
    '/home': 'All Blogs',
    '/register': 'Welcome to Storyline',
    '/login': undefined,
    '/create': 'Create New Blog',
    '/myBlogs': 'My Blogs',
    '/profile': 'Not Found',
  };
  for (const [path, title] of Object.entries(expected)) {
    const page = await tab.context.newPage();
    await page.goto(path);
    if (title === undefined) await button(page, 'Login').waitFor();
    else await heading(page, title).waitFor();
    await page.close();
  }
});
