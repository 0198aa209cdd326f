import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { publish, registerAuthor } from './authors.ts';
import { hold } from './faults.ts';
import { cards, heading, main } from './screen.ts';
import { openOwnSite, type Site } from './site.ts';
import { openTab, type Tab, troubles } from './tab.ts';
import { kept } from './worker-ready.ts';

const content = 'A text of some length.\n\n'.repeat(40);

async function publishSome(site: Site): Promise<void> {
  const author = await registerAuthor(site);
  for (let n = 1; n <= 12; n += 1) await publish(site, author, { title: `Post ${n}`, content });
}

/** What was animated between two screens, in order; by the browser's own word. */
const watch = (page: Page) =>
  page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    window.addEventListener('animationstart', ({ pseudoElement }) => pseudoElement && seen.push(pseudoElement));
  });
const seen = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { seen: found }: { seen: string[] } = Object(window);
    return [...new Set(found.splice(0))].filter((name) => name.startsWith('::view-transition'));
  });

const isStill = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const onto = document
          .getAnimations()
          .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.pseudoElement : null));
        return onto.filter((name) => name?.startsWith('::view-transition'));
      }),
    )
    .toEqual([]);
const topOf = async (page: Page, title: string) => (await heading(page, title).boundingBox())?.y;

/** A reader in the middle of a list, with all that a hovered card brings. */
async function scrolledTo(page: Page, title: string): Promise<number | undefined> {
  await heading(page, title).evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await page.waitForTimeout(400);
  await heading(page, title).hover();
  await page.waitForLoadState('networkidle');
  return topOf(page, title);
}

/** From the middle of the list, and returns where the post stood there. */
async function openPost4({ page, goto }: Tab, site: Site): Promise<number | undefined> {
  await watch(page);
  await goto('/home');
  await kept(page, site);
  const place = await scrolledTo(page, 'Post 4');
  await heading(page, 'Post 4').getByRole('link').click();
  await main(page).getByText('A text of some length.').first().waitFor();
  return place;
}

test('the picture goes along to the post, and back to where the reader was', async () => {
  await using site = await openOwnSite();
  await publishSome(site);
  await using tab = await openTab(site);
  const { page } = tab;
  const place = await openPost4(tab, site);
  await expect.poll(() => seen(page)).toContain('::view-transition-group(post-picture)');
  await isStill(page);
  expect(await page.evaluate(() => [scrollY, document.activeElement?.id, document.title])).toEqual([
    0,
    'main',
    'Post 4 · Storyline',
  ]);

  await page.goBack();
  await heading(page, 'All Blogs').waitFor();
  await expect.poll(() => seen(page)).toContain('::view-transition-group(post-picture)');
  await isStill(page);
  expect(await topOf(page, 'Post 4')).toEqual(expect.closeTo(place ?? Number.NaN, -1));
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  await page.goForward();
  await heading(page, 'Post 4').waitFor();
  expect(await page.getByRole('article').count()).toBe(1);
  expect(troubles(tab)).toEqual([]);
});

test('a reader who minds motion sees none between list and post', async () => {
  await using site = await openOwnSite();
  await publishSome(site);
  await using tab = await openTab(site, { reducedMotion: 'reduce' });
  const { page } = tab;
  const place = await openPost4(tab, site);
  await page.goBack();
  await heading(page, 'All Blogs').waitFor();
  await expect.poll(() => topOf(page, 'Post 4')).toEqual(expect.closeTo(place ?? Number.NaN, -1));
  // One would begin a few frames after the change.
  await page.waitForTimeout(500);
  expect(await seen(page)).toEqual([]);
});

test('a post that is long in coming says so meanwhile, and nothing stands still for it', async () => {
  await using site = await openOwnSite();
  await publishSome(site);
  await using tab = await openTab(site, { serviceWorkers: 'block' });
  const { page } = tab;
  await watch(page);
  await tab.goto('/home');
  await cards(page).first().waitFor();
  await scrolledTo(page, 'Post 4');
  const id = (await heading(page, 'Post 4').getByRole('link').getAttribute('href'))?.split('/').at(-1);
  const mend = site.misbehave(`GET /blog/posts/${id}`, hold);
  await heading(page, 'Post 4').getByRole('link').click();
  const stoodStill = await page.evaluate(async () => {
    const since = performance.now();
    const isLoading = () => document.querySelector('main')?.textContent?.includes('Loading blog...');
    // Frames are what stands still.
    do await new Promise(requestAnimationFrame);
    while (!isLoading());
    return performance.now() - since;
  });
  expect(stoodStill).toBeLessThan(1_000);
  await isStill(page);
  mend();
  await heading(page, 'Post 4').waitFor();
});
