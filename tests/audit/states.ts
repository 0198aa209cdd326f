import type { Page } from 'playwright-core';
import { callPaths, pagePaths } from '../../src/contract/paths.ts';
import { countRecords } from '../browser/support/records.ts';
import { button, fill, main, navigate, openDisplayPreferences, shows } from '../browser/support/screen.ts';
import { accountStates } from './account-states.ts';
import { openChangedWorkerProxy } from './changed-worker.ts';
import { editedStates } from './edited-states.ts';
import type { Fixture } from './fixture.ts';
import { foundStates } from './found-states.ts';
import { type OddPost, oddPosts } from './odd-posts.ts';
import { pictureStates } from './picture-states.ts';
import { notFoundPath, type Screen, screensOf } from './screens.ts';

/** A screen in one of the states it can be in. */
export interface State {
  name: string;
  /** Logged in as the stage's author. */
  signedIn: boolean;
  /** With the service worker, and what it keeps; without it, faults can be put between page and server. */
  withWorker: boolean;
  /** Brings a page that shows nothing yet to it. */
  open(page: Page, stage: Fixture): Promise<void>;
}

const shown = { signedIn: false, withWorker: false };
const author = { signedIn: true, withWorker: false };
const kept = { signedIn: false, withWorker: true };

/** Every screen as it is, what becomes of it, and last what changes the list: posts that nobody designs for. */
export const statesOf = ({ postId }: Fixture): State[] => [
  ...screensOf(postId).map(ofScreen),
  ...states,
  ...editedStates,
  ...pictureStates,
  ...foundStates,
  ...accountStates,
  ...oddPosts.map(ofOddPost),
  { ...shown, name: 'list, odd posts', open: (page) => see(page, pagePaths.home) },
];

const ofScreen = ({ name, path, signedIn }: Screen): State => ({
  name: signedIn ? `${name}, signed in` : name,
  signedIn,
  withWorker: false,
  open: (page) => see(page, path),
});

const ofOddPost = ({ name, ...post }: OddPost): State => ({
  ...shown,
  name: `post, ${name}`,
  async open(page, { origin, author: { token } }) {
    const response = await fetch(origin + callPaths.posts, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify({ ...post, imgUrl: '' }),
    });
    const { _id }: { _id: string } = await response.json();
    await see(page, pagePaths.blog(_id));
  },
});

const states: State[] = [
  { ...shown, name: 'list, loading', open: (page) => listAnswers(page, 'nothing', 'Loading blogs...') },
  { ...shown, name: 'list, empty', open: (page) => listAnswers(page, [], 'No blogs available at the moment.') },
  { ...shown, name: 'list, failed', open: (page) => listAnswers(page, 500, 'Failed to fetch blog posts.') },
  {
    ...shown,
    name: 'list, no connection and no copy',
    open: (page) => listAnswers(page, 'no connection', 'Failed to fetch blog posts.'),
  },
  {
    ...kept,
    name: 'list, no connection',
    async open(page) {
      await visit(page, pagePaths.home);
      await page.context().setOffline(true);
      await page.reload();
      await page.getByText('Offline.').waitFor();
    },
  },
  {
    ...kept,
    name: 'on this device',
    async open(page, { postId }) {
      await visit(page, pagePaths.blog(postId));
      await button(page, 'Keep on this device').click();
      await button(page, 'Remove download').waitFor();
      await page.goto(pagePaths.home);
      await button(page, 'On this device').click();
      await main(page).getByText('Recently opened').waitFor();
    },
  },
  {
    ...kept,
    name: 'on this device, empty',
    async open(page) {
      await visit(page, pagePaths.login);
      await page.context().setOffline(true);
      await navigate(page, pagePaths.home);
      await button(page, 'On this device').click();
      await main(page).getByText('Nothing on this device yet').waitFor();
    },
  },
  { ...shown, name: 'post, missing', open: (page) => see(page, pagePaths.blog('0')) },
  {
    ...shown,
    name: 'post, no connection and no copy',
    async open(page, { postId }) {
      await see(page, notFoundPath);
      await answer(page, callPaths.post(postId), 'no connection');
      await navigate(page, pagePaths.blog(postId));
      await shows(page, 'Loading blog...');
      await page.getByText('Offline.').waitFor();
    },
  },
  {
    ...kept,
    name: 'post, its end',
    async open(page, { postId }) {
      await visit(page, pagePaths.home);
      await page.goto(pagePaths.blog(postId));
      await page.getByRole('navigation', { name: 'More posts' }).scrollIntoViewIfNeeded();
      await page.evaluate(() => document.querySelector('.neighbours')?.scrollIntoView({ block: 'end' }));
    },
  },
  {
    ...kept,
    name: 'post, read half-way before',
    async open(page, { postId }) {
      await visit(page, pagePaths.blog(postId));
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight * 0.3));
      for (
        let tries = 0;
        tries < 100 && (await page.evaluate(countRecords, { prefix: 'reading-progress/' })) === 0;
        tries++
      ) {
        await page.waitForTimeout(200);
      }
      await page.goto(pagePaths.home);
      await page.goto(pagePaths.blog(postId));
      await button(page, 'Continue where you stopped').waitFor();
    },
  },
  {
    ...shown,
    name: 'login, refused',
    async open(page) {
      await see(page, pagePaths.login);
      await fill(page, { Email: 'ada@example.com', Password: 'not the password' });
      await button(page, 'Login').click();
      await shows(page, 'Login failed. Please try again.');
    },
  },
  {
    ...shown,
    name: 'register, refused',
    async open(page) {
      await see(page, pagePaths.register);
      await fill(page, { Name: 'Ada', Email: 'ada@example.com', Password: 'somebody has it' });
      await button(page, 'Login').click();
      await shows(page, 'Login failed. Please try again.');
    },
  },
  {
    ...author,
    name: 'create, earlier drafts',
    async open(page) {
      await see(page, pagePaths.create);
      for (const title of ['Half a thought', 'Another half']) {
        await write(page, title);
        await button(page, 'Save draft, start new').click();
        await main(page).getByRole('heading', { name: title }).waitFor();
      }
      await main(page).getByRole('heading', { name: 'Drafts' }).scrollIntoViewIfNeeded();
    },
  },
  {
    ...author,
    name: 'create, preview',
    async open(page) {
      await see(page, pagePaths.create);
      const code = '## Why\n\n```js\nconst answer = 42; // why not\n```';
      await fill(page, { 'Blog Heading': 'Half a thought', 'Blog Content': code });
      await button(page, 'Preview').click();
      await page.locator('.code-keyword').first().waitFor();
    },
  },
  {
    ...author,
    name: 'create, a heading that is nearly full',
    async open(page) {
      await see(page, pagePaths.create);
      await fill(page, { 'Blog Heading': 'As long as a heading may be. '.repeat(10) });
      await main(page).getByText('290 of 300 characters').waitFor();
    },
  },
  {
    ...author,
    name: 'create, being sent',
    async open(page) {
      await see(page, pagePaths.create);
      await answer(page, callPaths.posts, 'nothing');
      await write(page, 'Just finished');
      await button(page, 'Create Blog').click();
      await main(page).getByText('Sending…').first().waitFor();
    },
  },
  {
    ...author,
    name: 'create, published',
    async open(page) {
      await see(page, pagePaths.create);
      await write(page, 'Just finished');
      await button(page, 'Create Blog').click();
      await main(page).getByRole('heading', { name: 'Published' }).waitFor();
    },
  },
  {
    ...kept,
    name: 'on this device, all removed',
    async open(page) {
      await visit(page, pagePaths.home);
      await button(page, 'On this device').click();
      await main(page)
        .getByRole('button', { name: /^Remove all/ })
        .click();
      await button(page, 'Undo').waitFor();
    },
  },
  {
    ...author,
    name: 'create, what was pressed waits',
    open: publishAway,
  },
  {
    ...author,
    name: 'create, the device keeps nothing',
    async open(page) {
      await page.addInitScript(() => {
        indexedDB.open = () => {
          throw new DOMException('', 'SecurityError');
        };
      });
      await see(page, pagePaths.create);
      await fill(page, { 'Blog Heading': 'Half a thought', 'Blog Content': 'What happened, and what came of it.' });
      await main(page).getByText('It stays in this tab').first().waitFor();
    },
  },
  {
    ...author,
    name: 'create, for a home screen',
    async open(page) {
      // As Safari on iOS has it, and no other.
      await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: false }));
      await see(page, pagePaths.create);
      await write(page, 'Half a thought');
      await page.getByText('Add to Home Screen').waitFor();
    },
  },
  {
    ...author,
    name: 'My Blogs, waiting',
    async open(page) {
      await publishAway(page);
      await navigate(page, pagePaths.myBlogs);
      await main(page).getByText('Publishes when you’re online', { exact: true }).waitFor();
    },
  },
  {
    ...author,
    name: 'My Blogs, refused',
    async open(page) {
      await publishAway(page);
      await navigate(page, pagePaths.myBlogs);
      await main(page).getByText('Publishes when you’re online', { exact: true }).waitFor();
      // In place of the last answer, with no moment between them in which the post could go.
      await answer(page, callPaths.posts, 422);
      // It goes again by itself.
      await main(page).getByText('Refused by the server').waitFor({ timeout: 60_000 });
    },
  },
  {
    ...author,
    name: 'My Blogs, a login is needed',
    async open(page) {
      await publishAway(page);
      await navigate(page, pagePaths.myBlogs);
      await main(page).getByText('Publishes when you’re online', { exact: true }).waitFor();
      await answer(page, callPaths.posts, 401);
      await main(page).getByText('when you log in again').waitFor({ timeout: 60_000 });
    },
  },
  {
    ...author,
    name: 'My Blogs, deleted',
    open: (page) => deleteIs(page, 'taken', 'Deleted. Its text is kept in Drafts for 30 days.'),
  },
  {
    ...author,
    name: 'My Blogs, a delete waits',
    open: (page) => deleteIs(page, 'no connection', 'Deletes when you’re online.'),
  },
  {
    ...author,
    name: 'My Blogs, empty',
    open: (page, stage) => ownPostsAnswer(page, stage, [], 'You have not written any blogs yet.'),
  },
  {
    ...author,
    name: 'My Blogs, failed',
    open: (page, stage) => ownPostsAnswer(page, stage, 500, 'Failed to fetch blogs.'),
  },
  { ...shown, name: 'My Blogs, not logged in', open: (page) => see(page, pagePaths.myBlogs) },
  {
    ...author,
    name: 'user menu',
    async open(page) {
      await see(page, pagePaths.home);
      await button(page, 'Ada').click();
    },
  },
  {
    ...author,
    name: 'logout with work waiting',
    async open(page) {
      await publishAway(page);
      await button(page, 'Ada').click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    ...kept,
    name: 'install entry',
    open: offerInstall,
  },
  {
    ...kept,
    name: 'install dialog',
    async open(page) {
      await offerInstall(page);
      await installButton(page).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    ...kept,
    name: 'a new version',
    async open(page, { origin }) {
      const door = await openChangedWorkerProxy(origin);
      page.once('close', () => void door[Symbol.asyncDispose]());
      await visit(page, door.origin + pagePaths.home);
      door.change();
      await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
      await page.getByText('A new version is ready.').waitFor();
    },
  },
  {
    ...shown,
    name: 'a page that does not start',
    async open(page) {
      await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
      await page.goto(pagePaths.home);
      await page.getByText('did not start').waitFor();
    },
  },
  { ...shown, name: 'list, larger text', open: (page) => enlarge(page, pagePaths.home) },
  { ...shown, name: 'post, larger text', open: (page, { postId }) => enlarge(page, pagePaths.blog(postId)) },
  {
    ...shown,
    name: 'bar, theme and text size',
    async open(page) {
      await see(page, notFoundPath);
      await openDisplayPreferences(page);
    },
  },
];

/** Opens the path by a document load, and waits until nothing more comes. */
async function see(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' });
}

/** Twice, so that the worker is in control, and has what it keeps. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.waitForLoadState('networkidle');
  await page.reload({ waitUntil: 'networkidle' });
}

type Answer = object[] | number | 'nothing' | 'no connection';

/** In place of the server. */
async function answer(page: Page, path: string, what: Answer): Promise<void> {
  const isCall = (url: URL) => url.pathname === path;
  await page.route(isCall, async (route) => {
    if (what === 'nothing') return;
    if (what === 'no connection') return route.abort();
    await route.fulfill(typeof what === 'number' ? { status: what, json: {} } : { json: what });
  });
}

/** The server renders the list: to be asked by the app, it must be come to within it. */
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

/** The server keeps the post, as others look at it. */
async function deleteIs(page: Page, what: 'taken' | 'no connection', words: string): Promise<void> {
  await page.route(`**${callPaths.posts}/**`, async (route) => {
    if (route.request().method() !== 'DELETE') return route.continue();
    return what === 'taken' ? route.fulfill({ status: 204 }) : route.abort();
  });
  await see(page, pagePaths.myBlogs);
  await main(page).getByRole('button', { name: 'Delete' }).first().click();
  await shows(page, words);
}

/** Presses the button with no connection. */
async function publishAway(page: Page): Promise<void> {
  await see(page, pagePaths.create);
  await answer(page, callPaths.posts, 'no connection');
  await write(page, 'Written in a tunnel');
  await button(page, 'Create Blog').click();
  await main(page).getByRole('heading', { name: 'Publishes when you’re online' }).waitFor();
  await page.evaluate(() => scrollTo(0, 0));
}

/** Chromium's own offer comes by rules that no test can meet. */
async function offerInstall(page: Page): Promise<void> {
  await visit(page, pagePaths.home);
  await page.evaluate(() => dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })));
  // On a phone it is there, and in the bar on a wider screen.
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
