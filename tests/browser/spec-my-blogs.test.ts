import { expect, test } from 'vitest';
import { publish, registerAuthor } from './support/authors.ts';
import { isMarked, markDocument } from './support/document-load.ts';
import { appCallsOf } from './support/received.ts';
import { cards, listShows, titles } from './support/screen.ts';
import { openForeignSite, sites } from './support/site.ts';
import { beforeWorker, openTab, type Tab } from './support/tab.ts';

const deleteOf = ({ page }: Tab, title: string) =>
  cards(page).filter({ hasText: title }).getByRole('button', { name: 'Delete' });

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
