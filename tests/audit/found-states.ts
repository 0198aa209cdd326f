import type { Page } from 'playwright-core';
import { callPaths, pagePaths } from '../../src/contract/paths.ts';
import { putPage } from '../../src/server/site/put-page.ts';
import { removePage } from '../../src/server/site/site-pages.ts';
import { openSqlite } from '../../src/server/store/sqlite.ts';
import { sendJson } from '../bench/send-json.ts';
import { button, fill, heading, main, shows } from '../browser/support/screen.ts';
import type { Fixture } from './fixture.ts';
import { authorWithWorker, reader, type State } from './state.ts';

const searchFor = (query: string) => `${pagePaths.home}?${new URLSearchParams({ q: query })}`;

async function see(page: Page, { origin }: Fixture, path: string): Promise<void> {
  await page.goto(origin + path);
  await page.locator('#root[data-started]').waitFor();
}

/** States of search, topics, authors, follows and pages of the site. */
export const foundStates: State[] = [
  reader('search, found', async (page, fixture) => {
    await see(page, fixture, searchFor('train'));
    await page.locator('mark').first().waitFor();
  }),
  reader('search, nothing found', async (page, fixture) => {
    await see(page, fixture, searchFor('xyzzy'));
    await shows(page, 'Nothing found for “xyzzy”.');
  }),
  authorWithWorker('search, on the device alone', async (page, fixture) => {
    await see(page, fixture, pagePaths.create);
    await fill(page, { 'Blog Heading': 'A train of thought', 'Blog Content': 'It goes on, as trains do.' });
    await main(page).getByText('Draft saved on this device.').first().waitFor();
    await see(page, fixture, pagePaths.home);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.context().setOffline(true);
    await page.getByRole('searchbox').fill('train');
    await shows(page, 'Draft only you can see');
    await main(page).getByText('Searching the others needs the network.').first().waitFor();
  }),
  reader('topic', async (page, fixture) => {
    await publishOn(fixture, 'A post on #locks and #timeouts.');
    await see(page, fixture, pagePaths.topic('locks'));
    await heading(page, 'On locks').waitFor();
  }),
  reader('topic, empty', async (page, fixture) => {
    await see(page, fixture, pagePaths.topic('nobodywroteonthis'));
    await page.locator('h1').waitFor();
  }),
  reader('author', async (page, fixture) => {
    await see(page, fixture, pagePaths.author(fixture.author.userId));
    await page.locator('.card').first().waitFor();
  }),
  reader('page of the site', async (page, fixture) => {
    await using store = openSqlite(fixture.dataDir);
    await putPage(store, 'imprint', `# Who writes here\n\nAda, in *London*.\n\n## Why\n\n${'Words. '.repeat(60)}`);
    await see(page, fixture, pagePaths.page('imprint'));
    await heading(page, 'Who writes here').waitFor();
    // Removes the page, because the other states show the footer of a new site, which links to no page.
    await removePage(store, 'imprint');
  }),
  reader('following, nobody', async (page, fixture) => {
    await see(page, fixture, pagePaths.home);
    await button(page, 'Following').click();
    await page.getByText('You follow nobody yet.').waitFor();
  }),
  reader('following, with a new post', async (page, fixture) => {
    const topic = `followed${Date.now()}`;
    await publishOn(fixture, `Before, on #${topic}.`);
    await see(page, fixture, pagePaths.topic(topic));
    await heading(page, 'On locks').waitFor();
    await button(page, 'Follow').click();
    await button(page, 'Following').waitFor();
    await publishOn(fixture, `New, on #${topic}.`);
    await see(page, fixture, pagePaths.home);
    await button(page, 'Following').click();
    await page.locator('.new').waitFor();
    await page.locator('summary').filter({ hasText: 'Following 1 topic' }).click();
  }),
];

async function publishOn({ origin, author }: Fixture, content: string): Promise<void> {
  await sendJson('POST', origin + callPaths.posts, { title: 'On locks', imgUrl: '', content }, author.token);
}
