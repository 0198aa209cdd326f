// @module-tag promise
import { expect, test } from 'vitest';
import { type Author, publish, registerAuthor } from './support/authors.ts';
import { callsOf } from './support/received.ts';
import { button, main } from './support/screen.ts';
import { holdScripts } from './support/scripts.ts';
import { shiftsOf, watchShifts } from './support/shifts.ts';
import { openOwnSite, type Site } from './support/site.ts';
import { type ConsoleLine, openTab, type Tab, type TabOptions, troubles } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';

// Only `npm run test:all` runs this test, because it visits four screens at two widths.
const exhaustive = { tags: ['exhaustive'] };

/** Blocks the worker, so that the page itself makes every request. */
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

/** Waits until React has hydrated the server's page. */
const hydrated = ({ page }: Tab) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
  );

const isRendered = ({ page }: Tab) => page.evaluate(() => document.getElementById('first-answers') !== null);

const readers: { reader: string; isAuthor?: boolean; options: TabOptions }[] = [
  { reader: "an author in the server's time zone", isAuthor: true, options: {} },
  {
    reader: 'a reader of Arabic, a day ahead',
    options: { locale: 'ar-EG', timezoneId: 'Pacific/Kiritimati', colorScheme: 'dark' },
  },
  { reader: 'a reader of German, a day behind', options: { locale: 'de-DE', timezoneId: 'Pacific/Pago_Pago' } },
];

testFirst(readers)(
  'the app hydrates every rendered page without a warning for $reader',
  async ({ options, isAuthor = false }) => {
    await using site = await openOwnSite();
    const author = await registerAuthor(site);
    const ids = await publishSome(site, author, 22);
    const missing = ['/nowhere', '/blog/none'];
    const paths = ['/', '/home', `/home?after=${ids[2]}`, `/blog/${ids[0]}`, '/login', '/register', ...missing];
    for (const path of paths) {
      await using tab = await openTab(site, { ...options, ...(isAuthor && { author }) });
      await tab.goto(path);
      expect(await isRendered(tab)).toBe(true);
      await hydrated(tab);
      await tab.page.waitForLoadState('networkidle');
      // The browser and the app log a missing page as an error. A hydration mismatch would be an uncaught error.
      const isTrouble = ({ type }: ConsoleLine) => type === 'uncaught' || !missing.includes(path);
      expect([path, troubles(tab).filter(isTrouble)]).toEqual([path, []]);
    }
  },
);

test('the app hydrates a post full of markup characters without a warning', async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  const hostile = '</script><!-- " \' & &amp; ]]> 🚂 \u202Eהפוך\u202C \u2028 \r lone, \r\n both, \u0001 control';
  const id = await publish(site, author, { title: hostile, imgUrl: hostile, content: `\n${hostile}\n\n${hostile}\n` });
  for (const path of ['/home', `/blog/${id}`]) {
    await using tab = await openTab(site);
    await tab.goto(path);
    await hydrated(tab);
    await tab.page.waitForLoadState('networkidle');
    // The URL of the post's image leads to nothing, so the browser logs that it failed to load.
    const others = troubles(tab).filter(({ text }) => !text.startsWith('Failed to load resource'));
    expect([path, others]).toEqual([path, []]);
    await main(tab.page).getByText('</script><!--').first().waitFor();
  }
});

test('a first visit requests nothing that the page already contains', async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  const ids = await publishSome(site, author, 25);
  for (const path of ['/', '/home', `/home?after=${ids[6]}`, `/blog/${ids[0]}`, '/login']) {
    await using tab = await openTab(site, { ...alone, viewport: { width: 400, height: 400 } });
    await tab.goto(path);
    await hydrated(tab);
    await tab.page.waitForLoadState('networkidle');
    // A passkey challenge is valid for only one visit, so no rendered page contains a challenge.
    const alwaysAsked = path === '/login' ? ['POST /auth/passkeys/login-options'] : [];
    expect([path, callsOf(site)]).toEqual([path, alwaysAsked]);
  }
  await using tab = await openTab(site, alone);
  await tab.goto(`/blog/${ids[0]}`);
  await hydrated(tab);
  await tab.page.getByRole('link', { name: 'Home' }).click();
  await expect.poll(() => callsOf(site).filter((call) => call.startsWith('GET'))[0]).toBe('GET /blog/posts');
});

/**
 * Opens the list and a post. Expects that the app replaces the server's date by the reader's without a layout shift.
 * @param written the text that `toLocaleDateString` returns for every date; by default, the browser decides
 */
async function expectCalmDates(options: TabOptions, written?: string): Promise<void> {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  const [id] = await publishSome(site, author, 3);
  for (const path of ['/home', `/blog/${id}`]) {
    await using tab = await openTab(site, options);
    const { page, context } = tab;
    await context.addInitScript((text) => {
      if (text !== undefined) Date.prototype.toLocaleDateString = () => text;
    }, written);
    await watchShifts(tab);
    const release = await holdScripts(tab);
    await page.goto(path, { waitUntil: 'commit' });
    const date = page.locator('time').first();
    const served = await date.textContent();
    expect(served).toMatch(/^\d{4}-\d\d-\d\d$/);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    await release();
    await hydrated(tab);
    const local = await date.evaluate((time: HTMLTimeElement) => new Date(time.dateTime).toLocaleDateString());
    expect(local).not.toBe(served);
    await expect.poll(() => date.textContent()).toBe(local);
    await page.waitForLoadState('networkidle');
    expect([path, await shiftsOf(tab)]).toEqual([path, []]);
  }
}

testFirst(readers.slice(1))('dates change to time zone and language of $reader with no layout shift', ({ options }) =>
  expectCalmDates(options),
);

// These dates are far shorter or longer than the server's.
testFirst([
  { date: '1/1/1', width: 320 },
  { date: '1/1/1', width: 1280 },
  { date: '٢١‏/١١‏/٢٠٢٦', width: 360 },
  { date: '၂၀၂၆ ခုနှစ် နိုဝင်ဘာ ၂၁ ရက်', width: 320 },
  { date: '၂၀၂၆ ခုနှစ် နိုဝင်ဘာ ၂၁ ရက်', width: 1280 },
])('a date shown as "$date" at $width pixels causes no layout shift', ({ date, width }) =>
  expectCalmDates({ viewport: { width, height: 740 } }, date),
);

test("the app adds a logged-in author's menu to a rendered page without a layout shift", exhaustive, async () => {
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
