// @module-tag exhaustive: offline.test.ts stands for the other engines in npm test
import { expect } from 'vitest';
import { type Author, publish } from '../support/authors.ts';
import { openOwnSite, type Site } from '../support/site.ts';
import type { EngineTab } from './support/engine.ts';
import { inEachEngine } from './support/engines.ts';
import { openReader } from './support/opening.ts';
import { hasStarted, listShows, openList, shows, visit } from './support/screen.ts';

const follow = { role: 'button', name: 'Follow' } as const;
const following = { role: 'button', name: 'Following' } as const;

/** How many are said to be new beside "Following", on any screen of the list. */
const counted = (tab: EngineTab) =>
  tab.evaluate(() => document.querySelector('main button.following')?.getAttribute('data-new') ?? 'none');

/** The titles of the posts that are marked as new. */
const marked = (tab: EngineTab) =>
  tab.evaluate(() => [...document.querySelectorAll('main article:has(.new) h2')].map(({ textContent }) => textContent));

/** Follows or unfollows the author on their page. */
async function toggleFollow(tab: EngineTab, site: Site, { userId }: Author, press: typeof follow | typeof following) {
  await visit(tab, `${site.origin}/author/${userId}`);
  await hasStarted(tab);
  await tab.click(press);
  const next = press === follow ? following : follow;
  const buttons = () =>
    tab.evaluate(() => [...document.querySelectorAll('main button')].map(({ textContent }) => textContent.trim()));
  await expect.poll(buttons).toContain(next.name);
}

async function openFollowing(tab: EngineTab, site: Site): Promise<void> {
  await visit(tab, `${site.origin}/home`);
  await hasStarted(tab);
  await tab.click(following);
}

inEachEngine(
  'What an author publishes since one follows is marked and counted, until it is opened',
  async (openProfile) => {
    await using opening = await openReader(openProfile, openOwnSite);
    const { site, author, tab } = opening;
    await publish(site, author, { title: 'Before' });
    await openList(tab, site);
    await toggleFollow(tab, site, author, follow);
    await publish(site, author, { title: 'Since', content: 'All of it.' });

    await visit(tab, `${site.origin}/home`);
    await expect.poll(() => counted(tab)).toBe('1');
    await tab.click(following);
    await listShows(tab, ['Since', 'Before']);
    expect(await marked(tab)).toEqual(['Since']);

    await site.stop();
    await openFollowing(tab, site);
    await listShows(tab, ['Since', 'Before']);
    await expect.poll(() => marked(tab)).toEqual(['Since']);
    await tab.click({ role: 'link', name: 'Since' });
    await shows(tab, 'All of it.');
    await openFollowing(tab, site);
    await listShows(tab, ['Since', 'Before']);
    await expect.poll(() => marked(tab)).toEqual([]);
    expect(await counted(tab)).toBe('none');
  },
);

/** What the page gives to be saved, as neither driver says where a browser saves it. */
const savedOpml = (tab: EngineTab) =>
  tab.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const createUrl = URL.createObjectURL.bind(URL);
        URL.createObjectURL = (file: Blob) => {
          void file.text().then(resolve);
          return createUrl(file);
        };
        HTMLAnchorElement.prototype.click = () => undefined;
        const buttons = [...document.querySelectorAll<HTMLButtonElement>('main button')];
        buttons.find(({ textContent }) => textContent === 'Save as OPML')?.click();
      }),
  );

/** Chooses a file, as the browser's chooser would. */
const chooseOpml = (tab: EngineTab, text: string) =>
  tab.evaluate((contents) => {
    const chosen = new DataTransfer();
    chosen.items.add(new File([contents], 'following.opml', { type: 'text/x-opml' }));
    const input = document.querySelector<HTMLInputElement>('main input[type=file]');
    if (!input) throw new Error('No file can be chosen.');
    input.files = chosen.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, text);

inEachEngine('What is followed goes out as a file, and comes in again', async (openProfile) => {
  await using opening = await openReader(openProfile, openOwnSite);
  const { site, author, tab } = opening;
  await publish(site, author, { title: 'Before' });
  await openList(tab, site);
  await toggleFollow(tab, site, author, follow);
  await openFollowing(tab, site);
  await shows(tab, 'You follow 1');
  const saved = await savedOpml(tab);
  expect(saved).toContain(`xmlUrl="${site.origin}/author/${author.userId}/feed.xml"`);

  await toggleFollow(tab, site, author, following);
  await openFollowing(tab, site);
  await shows(tab, 'You follow nobody yet.');
  await chooseOpml(tab, saved);
  await shows(tab, 'Added 1.');
  await listShows(tab, ['Before']);
  expect(await marked(tab)).toEqual([]);
});
