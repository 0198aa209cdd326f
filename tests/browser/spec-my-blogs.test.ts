import { expect, test } from 'vitest';
import { publish, registerAuthor, unpublish } from './support/authors.ts';
import { isMarked, markDocument } from './support/document-load.ts';
import { holdAnswer, internalError, json, noContent } from './support/faults.ts';
import { appCallsOf, callsOf } from './support/received.ts';
import { cards, heading, listShows, main, shows, titles } from './support/screen.ts';
import { openForeignSite, sites } from './support/site.ts';
import { beforeWorker, openTab, type Tab } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';

const deleteOf = ({ page }: Tab, title: string) =>
  cards(page).filter({ hasText: title }).getByRole('button', { name: 'Delete' });

test.for(sites)('My Blogs lists the author’s own posts alone ($backend backend)', async ({ open }) => {
  await using site = await open();
  const ada = await registerAuthor(site, 'Ada');
  const grace = await registerAuthor(site, 'Grace');
  await publish(site, ada, { title: 'Mine' });
  await publish(site, grace, { title: 'Hers' });
  const heal = site.misbehave(`GET /blog/users/${ada.userId}/posts`, holdAnswer);
  await using tab = await openTab(site, { ...beforeWorker, author: ada });
  await tab.goto('/myBlogs');
  await heading(tab.page, 'My Blogs').waitFor();
  await shows(tab.page, 'Loading blogs...');
  heal();
  await listShows(tab.page, ['Mine']);
});

testFirst(sites)(
  'My Blogs of an author who wrote none, and of one who cannot be read ($backend backend)',
  async ({ open }) => {
    await using site = await open();
    const ada = await registerAuthor(site, 'Ada');
    const grace = await registerAuthor(site, 'Grace');
    await using empty = await openTab(site, { ...beforeWorker, author: ada });
    await empty.goto('/myBlogs');
    await shows(empty.page, 'You have not written any blogs yet.');

    site.misbehave(`GET /blog/users/${grace.userId}/posts`, internalError);
    await using failed = await openTab(site, { ...beforeWorker, author: grace });
    await failed.goto('/myBlogs');
    await shows(failed.page, 'Failed to fetch blogs.');
  },
);

test('My Blogs without a userId asks nobody', async () => {
  await using site = await openForeignSite();
  await using tab = await openTab(site);
  await tab.goto('/myBlogs');
  await shows(tab.page, 'User not logged in.');
  expect(callsOf(site)).toEqual([]);
});

test('a click on an own card is logged, and leads nowhere', async () => {
  await using site = await openForeignSite();
  const author = await registerAuthor(site);
  await publish(site, author, { title: 'Mine' });
  await using tab = await openTab(site, { ...beforeWorker, author });
  await tab.goto('/myBlogs');
  await listShows(tab.page, ['Mine']);
  const before = tab.console.length;
  await cards(tab.page).getByRole('heading').click();
  await expect.poll(() => tab.console.slice(before).map(({ type }) => type)).toEqual(['log']);
  expect(new URL(tab.page.url()).pathname).toBe('/myBlogs');
});

test.for(sites)(
  'Delete takes the post off the list, with no question and no token ($backend backend)',
  async ({ open }) => {
    await using site = await open();
    const author = await registerAuthor(site);
    const kept = await publish(site, author, { title: 'Kept' });
    const gone = await publish(site, author, { title: 'Gone' });
    await using tab = await openTab(site, { ...beforeWorker, author });
    const { page } = tab;
    await tab.goto('/myBlogs');
    await expect.poll(() => titles(page)).toHaveLength(2);
    await markDocument(page);
    await deleteOf(tab, 'Gone').click();

    await listShows(page, ['Kept']);
    expect(await isMarked(page)).toBe(true);
    expect(tab.console.filter(({ type }) => type === 'log')).toEqual([]);
    // The card goes at once, and the call after it.
    await expect.poll(async () => (await fetch(`${site.api}/blog/posts/${gone}`)).status).toBe(404);
    const [call] = appCallsOf(site).filter(({ method }) => method === 'DELETE');
    expect([call?.path, call?.body]).toEqual([`/blog/posts/${gone}`, '']);
    expect(call?.headers.authorization).toBeUndefined();
    expect((await fetch(`${site.api}/blog/posts/${kept}`)).status).toBe(200);
  },
);

testFirst(sites)('a post that is gone already leaves the list at Delete too ($backend backend)', async ({ open }) => {
  await using site = await open();
  const author = await registerAuthor(site);
  await publish(site, author, { title: 'Kept' });
  const gone = await publish(site, author, { title: 'Gone' });
  await using tab = await openTab(site, { ...beforeWorker, author });
  await tab.goto('/myBlogs');
  await expect.poll(() => titles(tab.page)).toHaveLength(2);
  await unpublish(site, author, gone);
  await deleteOf(tab, 'Gone').click();
  await listShows(tab.page, ['Kept']);
});

test('an empty success deletes', async () => {
  await using site = await openForeignSite();
  const author = await registerAuthor(site);
  const id = await publish(site, author, { title: 'Gone' });
  site.misbehave(`DELETE /blog/posts/${id}`, noContent);
  await using tab = await openTab(site, { ...beforeWorker, author });
  await tab.goto('/myBlogs');
  await deleteOf(tab, 'Gone').click();
  await shows(tab.page, 'You have not written any blogs yet.');
});

testFirst(sites)('a refused delete is logged alone, and the post stays ($backend backend)', async ({ open }) => {
  await using site = await open();
  const author = await registerAuthor(site);
  const id = await publish(site, author, { title: 'Stays' });
  site.misbehave(`DELETE /blog/posts/${id}`, json({ message: 'Not yours' }, 403));
  await using tab = await openTab(site, { ...beforeWorker, author });
  await tab.goto('/myBlogs');
  await listShows(tab.page, ['Stays']);
  const before = await main(tab.page).textContent();
  await deleteOf(tab, 'Stays').click();
  await expect.poll(() => tab.console.some(({ text }) => text.includes('HTTPError'))).toBe(true);
  await listShows(tab.page, ['Stays']);
  await expect.poll(() => main(tab.page).textContent()).toBe(before);
});

test('Delete is red', async () => {
  await using site = await openForeignSite();
  const author = await registerAuthor(site);
  await publish(site, author, { title: 'Mine' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await using tab = await openTab(site, { ...beforeWorker, author, colorScheme });
    await tab.goto('/myBlogs');
    await deleteOf(tab, 'Mine').waitFor();
    const painted = await deleteOf(tab, 'Mine').evaluate((button) => {
      const { backgroundColor, color } = getComputedStyle(button);
      const canvas = new OffscreenCanvas(1, 1).getContext('2d');
      if (!canvas) throw new Error('no canvas');
      return [backgroundColor, color].map((paint) => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = paint;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data];
      });
    });
    const isRed = ([red = 0, green = 0, blue = 0, alpha = 0]: number[]) =>
      alpha > 200 && red > 120 && red > 1.5 * green && red > 1.5 * blue;
    expect(painted.some(isRed), `${colorScheme}: ${JSON.stringify(painted)}`).toBe(true);
  }
});
