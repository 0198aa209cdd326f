// @module-tag exhaustive: how list and post change places, by animation
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { publish, registerAuthor } from './support/authors.ts';
import { holdAnswer } from './support/faults.ts';
import { cards, heading, main } from './support/screen.ts';
import { openOwnSite, type Site } from './support/site.ts';
import { openTab, type Tab, troubles } from './support/tab.ts';
import { waitForViewTransition } from './support/view-transitions.ts';
import { waitUntilCached } from './support/worker-ready.ts';

const content = 'A text of some length.\n\n'.repeat(40);

async function publishSome(site: Site): Promise<void> {
  const author = await registerAuthor(site);
  for (let n = 1; n <= 12; n += 1) await publish(site, author, { title: `Post ${n}`, content });
}

/** What is animated between two screens, read once a transition has begun: a busy page may not hear of its animations. */
const watch = (page: Page) =>
  page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const start = document.startViewTransition.bind(document);
    const note = () => {
      for (const { effect } of document.getAnimations())
        if (effect instanceof KeyframeEffect && effect.pseudoElement) seen.push(effect.pseudoElement);
    };
    const watched = (change: () => Promise<void>) => {
      const transition = start(change);
      transition.ready.then(note, (reason) => console.warn('The browser has skipped a transition.', reason));
      return transition;
    };
    Object.assign(document, { startViewTransition: watched });
  });
const seen = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { seen: found }: { seen: string[] } = Object(window);
    return [...new Set(found.splice(0))].filter((name) => name.startsWith('::view-transition'));
  });

/**
 * Lets the page's clock stand still while the app waits for the next screen: on a busy machine that takes longer than the
 * app waits, which then changes screens without the picture.
 */
const giveTimeToArrive = (page: Page) =>
  page.addInitScript(() => {
    const start = document.startViewTransition.bind(document);
    const slowly = (change: () => Promise<void>) =>
      start(async () => {
        const now = performance.now();
        performance.now = () => now;
        await change();
        Reflect.deleteProperty(performance, 'now');
      });
    Object.assign(document, { startViewTransition: slowly });
  });

const topOf = async (page: Page, title: string) => (await heading(page, title).boundingBox())?.y;

/** A reader in the middle of a list, with all that a hovered card brings. */
async function scrolledTo(page: Page, title: string): Promise<number | undefined> {
  await heading(page, title).evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await page.waitForTimeout(400);
  await heading(page, title).hover();
  // The post's code, which brings the transition and then its styles; the network was idle once already.
  await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.includes('/list-and-post-')));
  return topOf(page, title);
}

/** From the middle of the list, and returns where the post stood there. */
async function openPost4({ page, goto }: Tab, site: Site): Promise<number | undefined> {
  await watch(page);
  await goto('/home');
  await waitUntilCached(page, site);
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
  await giveTimeToArrive(page);
  const place = await openPost4(tab, site);
  await expect.poll(() => seen(page)).toContain('::view-transition-group(post-picture)');
  await waitForViewTransition(page);
  expect(await page.evaluate(() => [scrollY, document.activeElement?.id, document.title])).toEqual([
    0,
    'main',
    'Post 4 · Storyline',
  ]);

  await page.goBack();
  await heading(page, 'All Blogs').waitFor();
  await expect.poll(() => seen(page)).toContain('::view-transition-group(post-picture)');
  await waitForViewTransition(page);
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

test('A slow post shows that it is loading, and blocks nothing meanwhile', async () => {
  await using site = await openOwnSite();
  await publishSome(site);
  await using tab = await openTab(site, { serviceWorkers: 'block' });
  const { page } = tab;
  await watch(page);
  await tab.goto('/home');
  await cards(page).first().waitFor();
  await scrolledTo(page, 'Post 4');
  const id = (await heading(page, 'Post 4').getByRole('link').getAttribute('href'))?.split('/').at(-1);
  const mend = site.misbehave(`GET /blog/posts/${id}`, holdAnswer);
  await heading(page, 'Post 4').getByRole('link').click();
  const stoodStill = await page.evaluate(async () => {
    const since = performance.now();
    const isLoading = () => document.querySelector('main')?.textContent?.includes('Loading blog...');
    // Waits by frames, as a page that blocks draws none.
    do await new Promise(requestAnimationFrame);
    while (!isLoading());
    return performance.now() - since;
  });
  expect(stoodStill).toBeLessThan(1_000);
  await waitForViewTransition(page);
  mend();
  await heading(page, 'Post 4').waitFor();
});

/** In milliseconds: by timers, as no frame is drawn while the second screen is waited for. */
const polling = 5;
const moments = {
  'is waited for': (page: Page) =>
    page.waitForFunction(() => Reflect.get(document, 'activeViewTransition') !== null, undefined, { polling }),
  'moves into place': (page: Page) =>
    page.waitForFunction(
      () =>
        document.getAnimations().some(({ effect }) => {
          return effect instanceof KeyframeEffect && effect.pseudoElement?.startsWith('::view-transition');
        }),
      undefined,
      { polling },
    ),
};

type Hand = 'mouse' | 'finger';

async function pressAt(page: Page, hand: Hand, { x, y }: { x: number; y: number }): Promise<void> {
  // Until after the transition would have ended by itself.
  if (hand === 'mouse') await page.mouse.click(x + 9, y + 9, { delay: 500 });
  else await page.touchscreen.tap(x + 9, y + 9);
}

/** From Post 4, until a press on Post 5 has come at that moment: on a busy machine one comes when it is over. */
async function pressPost5AfterBack(
  { page, context, goto }: Tab,
  hand: Hand,
  moment: keyof typeof moments,
  onBack: () => void = () => undefined,
): Promise<void> {
  await page.addInitScript(() => {
    const isInTransition = () => Reflect.get(document, 'activeViewTransition') !== null;
    addEventListener('pointerdown', () => Reflect.set(window, 'isPressedInto', isInTransition()), { capture: true });
  });
  // A phone's: the ways take long enough to be pressed into.
  const session = await context.newCDPSession(page);
  for (let tries = 1; tries <= 6; tries += 1) {
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await goto('/home');
    await cards(page).first().waitFor();
    await scrolledTo(page, 'Post 4');
    const place = (await heading(page, 'Post 5').boundingBox()) ?? { x: 0, y: 0 };
    await heading(page, 'Post 4').getByRole('link').click();
    await main(page).getByText('A text of some length.').first().waitFor();
    await waitForViewTransition(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    onBack();
    const back = page.evaluate(() => history.back());
    await moments[moment](page);
    await pressAt(page, hand, place);
    await back;
    if (await page.evaluate(() => Reflect.get(window, 'isPressedInto'))) return;
  }
  throw new Error('Every press came when the transition was over.');
}

test.for([
  { hand: 'mouse', moment: 'is waited for' },
  { hand: 'mouse', moment: 'moves into place' },
  { hand: 'finger', moment: 'is waited for' },
  { hand: 'finger', moment: 'moves into place' },
] as const)('a card pressed by $hand while the list $moment after Back opens its post', async ({ hand, moment }) => {
  await using site = await openOwnSite();
  await publishSome(site);
  await using tab = await openTab(site, { hasTouch: hand === 'finger' });
  const { page } = tab;
  await tab.goto('/home');
  await waitUntilCached(page, site);
  await pressPost5AfterBack(tab, hand, moment);
  await expect.poll(() => page.title()).toBe('Post 5 · Storyline');
  await main(page).getByText('A text of some length.').first().waitFor();
  await waitForViewTransition(page);
  await page.goBack();
  await heading(page, 'All Blogs').waitFor();
  expect(troubles(tab)).toEqual([]);
});

test.for(['mouse', 'finger'] as const)(
  'a card pressed by %s after Back opens its post also where the list comes after the transition',
  async (hand) => {
    await using site = await openOwnSite();
    await publishSome(site);
    await using tab = await openTab(site, { hasTouch: hand === 'finger', serviceWorkers: 'block' });
    const { page } = tab;
    let heal: (() => void) | undefined;
    await pressPost5AfterBack(tab, hand, 'is waited for', () => {
      heal = site.misbehave('GET /blog/posts', holdAnswer);
    });
    await page.waitForFunction(() => Reflect.get(document, 'activeViewTransition') === null);
    heal?.();
    await expect.poll(() => page.title()).toBe('Post 5 · Storyline');
  },
);
