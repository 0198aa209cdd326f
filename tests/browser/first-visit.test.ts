import { expect, test } from 'vitest';
import { type Author, publish, registerAuthor } from './authors.ts';
import { callsOf } from './received.ts';
import { button, cards, heading, listShows, main, shows } from './screen.ts';
import { holdScripts } from './scripts.ts';
import { shiftsOf, watchShifts } from './shifts.ts';
import { openOwnSite, type Site } from './site.ts';
import { openTab, type Tab, type TabOptions, troubles } from './tab.ts';
import { kept } from './worker-ready.ts';

/** No worker: whatever a page asks for is its own doing. */
const alone = { serviceWorkers: 'block' } satisfies TabOptions;

async function publishSome(site: Site, author: Author, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 1; number <= count; number++) {
    const content = `Text of ${number}.\n\nAnd\tmore of it.`;
    ids.push(
      await publish(site, author, { title: `Post ${number}`, imgUrl: `${site.origin}/icons/icon-512.png`, content }),
    );
  }
  return ids;
}

/** Until React has taken over what the server sent. */
const hydrated = ({ page }: Tab) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
  );

const isRendered = ({ page }: Tab) => page.evaluate(() => document.getElementById('first-answers') !== null);

const readers: { reader: string; isAuthor?: boolean; options: TabOptions }[] = [
  { reader: 'an author who lives where the server stands', isAuthor: true, options: {} },
  {
    reader: 'one of another language, a day ahead',
    options: { locale: 'ar-EG', timezoneId: 'Pacific/Kiritimati', colorScheme: 'dark' },
  },
  { reader: 'one of another language, a day behind', options: { locale: 'de-DE', timezoneId: 'Pacific/Pago_Pago' } },
];

test.for(readers)(
  'every rendered page becomes the app without a warning, for $reader',
  async ({ options, isAuthor = false }) => {
    await using site = await openOwnSite();
    const author = await registerAuthor(site);
    const ids = await publishSome(site, author, 22);
    const paths = ['/', '/home', `/home?after=${ids[2]}`, `/blog/${ids[0]}`, '/login', '/register'];
    for (const path of paths) {
      await using tab = await openTab(site, { ...options, ...(isAuthor && { author }) });
      await tab.goto(path);
      expect(await isRendered(tab)).toBe(true);
      await hydrated(tab);
      await tab.page.waitForLoadState('networkidle');
      expect([path, troubles(tab)]).toEqual([path, []]);
    }
  },
);

test('a page that is missing becomes the app too, and so does a post that is missing', async () => {
  await using site = await openOwnSite();
  for (const [path, text] of [
    ['/nowhere', 'Not Found'],
    ['/profile', 'Not Found'],
    ['/blog/none', 'Loading blog...'],
  ] as const) {
    await using tab = await openTab(site, alone);
    await tab.goto(path);
    await hydrated(tab);
    await shows(tab.page, text);
    await tab.page.waitForLoadState('networkidle');
    // What is missing is told of by browser and app as an error; a mismatch would be one that nobody caught.
    expect(tab.console.filter(({ type }) => type === 'uncaught')).toEqual([]);
    expect(await heading(tab.page, 'Storyline').count()).toBe(0);
  }
});

test('a post that holds everything that markup is made of becomes the app without a warning', async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  const hostile = '</script><!-- " \' & &amp; ]]> 🚂 \u202Eהפוך\u202C \u2028 \r lone, \r\n both, \u0001 control';
  const id = await publish(site, author, { title: hostile, imgUrl: hostile, content: `\n${hostile}\n\n${hostile}\n` });
  for (const path of ['/home', `/blog/${id}`]) {
    await using tab = await openTab(site);
    await tab.goto(path);
    await hydrated(tab);
    await tab.page.waitForLoadState('networkidle');
    expect([path, troubles(tab)]).toEqual([path, []]);
    await main(tab.page).getByText('</script><!--').first().waitFor();
  }
});

test('a first visit asks the backend for nothing that came with the page', async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  const ids = await publishSome(site, author, 25);
  for (const path of ['/', '/home', `/home?after=${ids[6]}`, `/blog/${ids[0]}`, '/login']) {
    await using tab = await openTab(site, { ...alone, viewport: { width: 400, height: 400 } });
    await tab.goto(path);
    await hydrated(tab);
    await tab.page.waitForLoadState('networkidle');
    expect([path, callsOf(site)]).toEqual([path, []]);
  }
  await using tab = await openTab(site, alone);
  await tab.goto(`/blog/${ids[0]}`);
  await hydrated(tab);
  await tab.page.getByRole('link', { name: 'Home' }).click();
  await expect.poll(() => callsOf(site)[0]).toBe('GET /blog/posts');
});

test('a list that came with the page goes on where it ends', async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  await publishSome(site, author, 45);
  await using tab = await openTab(site, alone);
  await tab.goto('/home');
  await hydrated(tab);
  const all = Array.from({ length: 45 }, (_, index) => `Post ${45 - index}`);
  while ((await cards(tab.page).count()) < 45) await tab.page.keyboard.press('End');
  await listShows(tab.page, all);
});

test.for(readers.slice(1))('dates become those of $reader, and nothing moves', async ({ options }) => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  const [id] = await publishSome(site, author, 3);
  for (const path of ['/home', `/blog/${id}`]) {
    await using tab = await openTab(site, options);
    await watchShifts(tab);
    const release = await holdScripts(tab);
    await tab.page.goto(path, { waitUntil: 'commit' });
    const date = tab.page.locator('time').first();
    const served = await date.textContent();
    expect(served).toMatch(/^\d{4}-\d\d-\d\d$/);
    await tab.page.waitForTimeout(600);
    await release();
    await hydrated(tab);
    const local = await date.evaluate((time: HTMLTimeElement) => new Date(time.dateTime).toLocaleDateString());
    expect(local).not.toBe(served);
    await expect.poll(() => date.textContent()).toBe(local);
    await tab.page.waitForLoadState('networkidle');
    expect([path, await shiftsOf(tab)]).toEqual([path, []]);
  }
});

test('an author gets their own menu in a page that is the same for everybody, and nothing moves', async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site, 'Ada-Augusta-King-of-Lovelace');
  const [id] = await publishSome(site, author, 3);
  for (const path of ['/', '/home', `/blog/${id}`, '/login']) {
    for (const viewport of [
      { width: 360, height: 740 },
      { width: 1280, height: 720 },
    ]) {
      await using tab = await openTab(site, { author, viewport });
      await watchShifts(tab);
      const release = await holdScripts(tab);
      await tab.page.goto(path, { waitUntil: 'commit' });
      await tab.page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor();
      await tab.page.waitForTimeout(600);
      await release();
      await button(tab.page, author.name).waitFor();
      await tab.page.waitForLoadState('networkidle');
      expect([path, viewport.width, await shiftsOf(tab)]).toEqual([path, viewport.width, []]);
    }
  }
});

test('once the worker is there it answers with its shell, and what was rendered can be read without a network', async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  const [id = ''] = await publishSome(site, author, 2);
  await using tab = await openTab(site);
  await tab.goto('/home');
  expect(await isRendered(tab)).toBe(true);
  await kept(tab.page, site);
  await tab.goto('/myBlogs');
  expect(await isRendered(tab)).toBe(false);
  await site.stop();
  await tab.goto('/home');
  await listShows(tab.page, ['Post 2', 'Post 1']);
  await tab.goto(`/blog/${id}`);
  await shows(tab.page, 'Post 1');
});

test('a rendered post is kept with its words, unvisited as a list', async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  const [id = ''] = await publishSome(site, author, 1);
  await using tab = await openTab(site);
  await tab.goto(`/blog/${id}`);
  await kept(tab.page, site, `/blog/posts/${id}`);
  await site.stop();
  await tab.goto(`/blog/${id}`);
  await main(tab.page).getByText('Text of 1.').waitFor();
});
