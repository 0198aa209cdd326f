import type { Page } from 'playwright-core';
import { callPaths, pagePaths } from '../../src/contract/paths.ts';
import { sendJson } from '../bench/send-json.ts';
import { readingRecords } from '../browser/support/records.ts';
import { button, fill, main, navigate, openDisplayPreferences, shows } from '../browser/support/screen.ts';
import { accountStates } from './account-states.ts';
import { openChangedWorkerProxy } from './changed-worker.ts';
import { editedStates } from './edited-states.ts';
import type { Fixture } from './fixture.ts';
import { foundStates } from './found-states.ts';
import { type OddPost, oddPosts } from './odd-posts.ts';
import { pictureStates } from './picture-states.ts';
import { notFoundPath, type Screen, screensOf } from './screens.ts';
import { author, reader, readerWithWorker, type State, see } from './state.ts';

/** Returns a state for each screen, then the other states, then one for each odd post and one for their list. */
export const statesOf = ({ postId }: Fixture): State[] => [
  ...screensOf(postId).map(ofScreen),
  ...states,
  ...editedStates,
  ...pictureStates,
  ...foundStates,
  ...accountStates,
  ...oddPosts.map(ofOddPost),
  reader('list, odd posts', (page) => see(page, pagePaths.home)),
];

const ofScreen = ({ name, path, signedIn }: Screen): State =>
  signedIn ? author(`${name}, signed in`, (page) => see(page, path)) : reader(name, (page) => see(page, path));

const ofOddPost = ({ name, ...post }: OddPost): State =>
  reader(`post, ${name}`, async (page, { origin, author: { token } }) => {
    const published = await sendJson('POST', origin + callPaths.posts, { ...post, imgUrl: '' }, token);
    await see(page, pagePaths.blog((await published.json())._id));
  });

const states: State[] = [
  reader('list, loading', (page) => listAnswers(page, 'nothing', 'Loading blogs...')),
  reader('list, empty', (page) => listAnswers(page, [], 'No blogs available at the moment.')),
  reader('list, failed', (page) => listAnswers(page, 500, 'Failed to fetch blog posts.')),
  reader('list, no connection and no copy', (page) =>
    listAnswers(page, 'no connection', 'Failed to fetch blog posts.'),
  ),
  readerWithWorker('list, no connection', async (page) => {
    await visit(page, pagePaths.home);
    await page.context().setOffline(true);
    await page.reload();
    await page.getByText('Offline.').waitFor();
  }),
  readerWithWorker('on this device', async (page, { postId }) => {
    await visit(page, pagePaths.blog(postId));
    await button(page, 'Keep on this device').click();
    await button(page, 'Remove download').waitFor();
    await page.goto(pagePaths.home);
    await button(page, 'On this device').click();
    await main(page).getByText('Recently opened').waitFor();
  }),
  readerWithWorker('on this device, empty', async (page) => {
    await visit(page, pagePaths.login);
    await page.context().setOffline(true);
    await navigate(page, pagePaths.home);
    await button(page, 'On this device').click();
    await main(page).getByText('Nothing yet.').waitFor();
  }),
  reader('post, missing', (page) => see(page, pagePaths.blog('0'))),
  reader('post, no connection and no copy', async (page, { postId }) => {
    await see(page, notFoundPath);
    await answer(page, callPaths.post(postId), 'no connection');
    await navigate(page, pagePaths.blog(postId));
    await shows(page, 'Loading blog...');
    await page.getByText('Offline.').waitFor();
  }),
  readerWithWorker('post, its end', async (page, { postId }) => {
    await visit(page, pagePaths.home);
    await page.goto(pagePaths.blog(postId));
    await page.getByRole('navigation', { name: 'More posts' }).scrollIntoViewIfNeeded();
    await page.evaluate(() => document.querySelector('.neighbours')?.scrollIntoView({ block: 'end' }));
  }),
  readerWithWorker('post, read half-way before', async (page, { postId }) => {
    await visit(page, pagePaths.blog(postId));
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight * 0.3));
    for (
      let tries = 0;
      tries < 100 && !JSON.stringify(await page.evaluate(readingRecords, 'read/')).includes('fraction');
      tries++
    ) {
      await page.waitForTimeout(200);
    }
    await page.goto(pagePaths.home);
    await page.goto(pagePaths.blog(postId));
    await button(page, 'Continue where you stopped').waitFor();
  }),
  reader('login, refused', async (page) => {
    await see(page, pagePaths.login);
    await fill(page, { Email: 'ada@example.com', Password: 'not the password' });
    await button(page, 'Login').click();
    await shows(page, 'Login failed. Please try again.');
  }),
  reader('register, refused', async (page) => {
    await see(page, pagePaths.register);
    await fill(page, { Name: 'Ada', Email: 'ada@example.com', Password: 'somebody has it' });
    await button(page, 'Login').click();
    await shows(page, 'Login failed. Please try again.');
  }),
  author('create, earlier drafts', async (page) => {
    await see(page, pagePaths.create);
    for (const title of ['Half a thought', 'Another half']) {
      await write(page, title);
      await button(page, 'Save draft, start new').click();
      await main(page).getByRole('heading', { name: title }).waitFor();
    }
    await main(page).getByRole('heading', { name: 'Drafts' }).scrollIntoViewIfNeeded();
  }),
  author('create, preview', async (page) => {
    await see(page, pagePaths.create);
    const code = '## Why\n\n```js\nconst answer = 42; // why not\n```';
    await fill(page, { 'Blog Heading': 'Half a thought', 'Blog Content': code });
    await button(page, 'Preview').click();
    await page.locator('.code-keyword').first().waitFor();
  }),
  author('create, a heading that is nearly full', async (page) => {
    await see(page, pagePaths.create);
    await fill(page, { 'Blog Heading': 'As long as a heading may be. '.repeat(10) });
    await main(page).getByText('290 of 300 characters').waitFor();
  }),
  author('create, being sent', async (page) => {
    await see(page, pagePaths.create);
    await answer(page, callPaths.posts, 'nothing');
    await write(page, 'Just finished');
    await button(page, 'Create Blog').click();
    await main(page).getByText('Sending…').first().waitFor();
  }),
  author('create, published', async (page) => {
    await see(page, pagePaths.create);
    await write(page, 'Just finished');
    await button(page, 'Create Blog').click();
    await main(page).getByRole('heading', { name: 'Published' }).waitFor();
  }),
  readerWithWorker('on this device, all removed', async (page) => {
    await visit(page, pagePaths.home);
    await button(page, 'On this device').click();
    await main(page)
      .getByRole('button', { name: /^Remove all/ })
      .click();
    await button(page, 'Undo').waitFor();
  }),
  author('create, what was pressed waits', publishAway),
  author('create, the device keeps nothing', async (page) => {
    await page.addInitScript(() => {
      indexedDB.open = () => {
        throw new DOMException('', 'SecurityError');
      };
    });
    await see(page, pagePaths.create);
    await fill(page, { 'Blog Heading': 'Half a thought', 'Blog Content': 'What happened, and what came of it.' });
    await main(page).getByText('It stays in this tab').first().waitFor();
  }),
  author('create, for a home screen', async (page) => {
    // Makes the browser look like Safari on iOS, which alone has this property.
    await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: false }));
    await see(page, pagePaths.create);
    await write(page, 'Half a thought');
    await page.getByText('Add to Home Screen').waitFor();
  }),
  author('My Blogs, waiting', async (page) => {
    await publishAway(page);
    await navigate(page, pagePaths.myBlogs);
    await main(page).getByText('Publishes when you’re online', { exact: true }).waitFor();
  }),
  author('My Blogs, refused', async (page) => {
    await publishAway(page);
    await navigate(page, pagePaths.myBlogs);
    await main(page).getByText('Publishes when you’re online', { exact: true }).waitFor();
    // Overrides the answer `no connection` without removing it, so that no call reaches the server in between.
    await answer(page, callPaths.posts, 422);
    // The sender retries by itself.
    await main(page).getByText('Refused by the server').waitFor({ timeout: 60_000 });
  }),
  author('My Blogs, a login is needed', async (page) => {
    await publishAway(page);
    await navigate(page, pagePaths.myBlogs);
    await main(page).getByText('Publishes when you’re online', { exact: true }).waitFor();
    await answer(page, callPaths.posts, 401);
    await main(page).getByText('when you log in again').waitFor({ timeout: 60_000 });
  }),
  author('My Blogs, deleted', (page) => deleteIs(page, 'taken', 'Deleted. Its text is kept in Drafts for 30 days.')),
  author('My Blogs, a delete waits', (page) => deleteIs(page, 'no connection', 'Deletes when you’re online.')),
  author('My Blogs, empty', (page, stage) => ownPostsAnswer(page, stage, [], 'You have not written any blogs yet.')),
  author('My Blogs, failed', (page, stage) => ownPostsAnswer(page, stage, 500, 'Failed to fetch blogs.')),
  reader('My Blogs, not logged in', (page) => see(page, pagePaths.myBlogs)),
  author('user menu', async (page) => {
    await see(page, pagePaths.home);
    await button(page, 'Ada').click();
  }),
  author('logout with work waiting', async (page) => {
    await publishAway(page);
    await button(page, 'Ada').click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('dialog').waitFor();
  }),
  readerWithWorker('install entry', offerInstall),
  readerWithWorker('install dialog', async (page) => {
    await offerInstall(page);
    await installButton(page).click();
    await page.getByRole('dialog').waitFor();
  }),
  readerWithWorker('a new version', async (page, { origin }) => {
    const door = await openChangedWorkerProxy(origin);
    page.once('close', () => void door[Symbol.asyncDispose]());
    await visit(page, door.origin + pagePaths.home);
    door.change();
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await page.getByText('A new version is ready.').waitFor();
  }),
  reader('a page that does not start', async (page) => {
    await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
    await page.goto(pagePaths.home);
    await page.getByText('did not start').waitFor();
  }),
  reader('list, larger text', (page) => enlarge(page, pagePaths.home)),
  reader('post, larger text', (page, { postId }) => enlarge(page, pagePaths.blog(postId))),
  reader('bar, theme and text size', async (page) => {
    await see(page, notFoundPath);
    await openDisplayPreferences(page);
  }),
];

/** Visits twice, so that the worker controls the page and has filled its caches. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.waitForLoadState('networkidle');
  await page.reload({ waitUntil: 'networkidle' });
}

type Answer = object[] | number | 'nothing' | 'no connection';

/** Answers the calls to this path in place of the server. */
async function answer(page: Page, path: string, what: Answer): Promise<void> {
  const isCall = (url: URL) => url.pathname === path;
  await page.route(isCall, async (route) => {
    if (what === 'nothing') return;
    if (what === 'no connection') return route.abort();
    await route.fulfill(typeof what === 'number' ? { status: what, json: {} } : { json: what });
  });
}

/** Shows the list with this answer. Navigates within the app, because the server would render a loaded list. */
async function listAnswers(page: Page, what: Answer, words: string): Promise<void> {
  await see(page, notFoundPath);
  await answer(page, callPaths.posts, what);
  await navigate(page, pagePaths.home);
  await shows(page, words);
}

async function ownPostsAnswer(page: Page, stage: Fixture, what: Answer, words: string): Promise<void> {
  await answer(page, callPaths.userPosts(stage.author.userId), what);
  await see(page, pagePaths.myBlogs);
  await shows(page, words);
}

async function write(page: Page, title: string): Promise<void> {
  await fill(page, { 'Blog Heading': title, 'Blog Content': 'What happened, and what came of it. '.repeat(8) });
  await main(page).getByText('Draft saved on this device.').first().waitFor();
}

/** Deletes a post in the app alone, because the other states need the post on the server. */
async function deleteIs(page: Page, what: 'taken' | 'no connection', words: string): Promise<void> {
  await page.route(`**${callPaths.posts}/**`, async (route) => {
    if (route.request().method() !== 'DELETE') return route.continue();
    return what === 'taken' ? route.fulfill({ status: 204 }) : route.abort();
  });
  await see(page, pagePaths.myBlogs);
  await main(page).getByRole('button', { name: 'Delete' }).first().click();
  await shows(page, words);
}

/** Submits a post without a connection. */
async function publishAway(page: Page): Promise<void> {
  await see(page, pagePaths.create);
  await answer(page, callPaths.posts, 'no connection');
  await write(page, 'Written in a tunnel');
  await button(page, 'Create Blog').click();
  await main(page).getByRole('heading', { name: 'Publishes when you’re online' }).waitFor();
  await page.evaluate(() => scrollTo(0, 0));
}

/** Fakes the browser's offer to install the app, because no test can meet Chromium's conditions for one. */
async function offerInstall(page: Page): Promise<void> {
  await visit(page, pagePaths.home);
  await page.evaluate(() => dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })));
  // On a phone the entry is in this menu, on a wider screen in the bar.
  await openDisplayPreferences(page);
  await installButton(page).waitFor();
}

const installButton = (page: Page) => button(page, 'Install').filter({ visible: true });

async function enlarge(page: Page, path: string): Promise<void> {
  await see(page, path);
  const preferences = await openDisplayPreferences(page);
  await preferences.getByRole('combobox', { name: 'Text' }).selectOption('Larger');
  await page.keyboard.press('Escape');
}
