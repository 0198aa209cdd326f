// @module-tag promise
import { expect } from 'vitest';
import { publish, registerAuthor } from './support/authors.ts';
import { freePort } from './support/free-port.ts';
import { openLoopback } from './support/loopback.ts';
import { button, cards, heading, listShows, main, offlineLine, shows } from './support/screen.ts';
import { sites } from './support/site.ts';
import { openTab } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';
import { isCached, waitUntilCached } from './support/worker-ready.ts';

const posts = [
  { title: 'First', content: 'The first text.' },
  { title: 'Second', content: 'The second text.' },
  { title: 'Third', content: 'The third text.' },
];

testFirst(sites)(
  'after one visit to the list, every route opens with the server stopped ($backend backend)',
  async ({ open }) => {
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
  },
);

testFirst(sites.toReversed())(
  'after one visit to the list, every listed post opens unvisited with the server stopped ($backend backend)',
  async ({ open }) => {
    await using site = await open();
    const ada = await registerAuthor(site);
    const ids: string[] = [];
    for (const post of posts) ids.push(await publish(site, ada, post));
    await using tab = await openTab(site);
    await tab.goto('/home');
    await waitUntilCached(tab.page, site);
    await site.stop();
    await tab.page.close();

    const page = await tab.context.newPage();
    await page.goto('/home');
    await expect.poll(() => cards(page).count()).toBe(posts.length);
    for (const [index, { title, content }] of posts.entries()) {
      await page.goto(`/blog/${ids[index]}`);
      await heading(page, title).waitFor();
      await shows(page, content);
      await main(page).getByText('By ada@example.com', { exact: true }).waitFor();
    }
  },
);

testFirst(sites)(
  'a post opened by its own address can be read again with the server stopped ($backend backend)',
  async ({ open }) => {
    await using site = await open();
    const id = await publish(site, await registerAuthor(site), { title: 'Linked to', content: 'Read once.' });
    await using tab = await openTab(site);
    await tab.goto(`/blog/${id}`);
    await waitUntilCached(tab.page, site, `/blog/posts/${id}`);
    await site.stop();
    await tab.page.reload();
    await shows(tab.page, 'Read once.');
  },
);

testFirst(sites)('The layout says that the network is away until it is back ($backend backend)', async ({ open }) => {
  await using site = await open();
  const ada = await registerAuthor(site);
  await publish(site, ada, { title: 'Kept' });
  await using tab = await openTab(site);
  const { page } = tab;
  const notice = offlineLine(page);
  await tab.goto('/home');
  await waitUntilCached(page, site);
  expect(await notice.count()).toBe(0);

  await site.stop();
  await tab.goto('/home');
  await notice.waitFor();
  await listShows(page, ['Kept']);

  await site.start();
  await publish(site, ada, { title: 'Written meanwhile' });
  await main(page).getByText('Written meanwhile').waitFor();
  await expect.poll(() => notice.count()).toBe(0);
});

testFirst(sites)('an image that was shown is shown with its server stopped ($backend backend)', async ({ open }) => {
  await using pictures = await openLoopback(await freePort(), (_request, response) => {
    response.setHeader('Content-Type', 'image/svg+xml');
    response.end('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"/>');
  });
  await using site = await open();
  const imgUrl = `http://127.0.0.1:${pictures.port}/picture.svg`;
  await publish(site, await registerAuthor(site), { title: 'With a picture', imgUrl });
  await using tab = await openTab(site);
  const { page } = tab;
  await tab.goto('/home');
  await waitUntilCached(page, site);
  await expect.poll(() => isCached(page, imgUrl)).toBe(true);
  await pictures.stop();
  await site.stop();

  await tab.goto('/home');
  const image = cards(page).locator('img');
  await expect
    .poll(() => image.evaluate((img: HTMLImageElement) => [img.src, img.complete && img.naturalWidth]))
    .toEqual([imgUrl, 300]);
});
