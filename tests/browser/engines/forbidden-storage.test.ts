// @module-tag exhaustive: offline.test.ts stands for the other engines in npm test
import { expect, inject, test } from 'vitest';
import { postsOf, publish, registerAuthor } from '../support/authors.ts';
import { findChromium } from '../support/chromium.ts';
import { redPicture } from '../support/photos.ts';
import { openOwnSite } from '../support/site.ts';
import { openChromium, openFirefox } from './support/puppeteer.ts';
import { choosePicture, listShows, shows, valueIn } from './support/screen.ts';

const firefox = inject('firefox');

/** Two engines, each set to block all storage. */
const browsers = [
  {
    engine: 'Chromium',
    open: () => openChromium(findChromium(), { profile: { default_content_setting_values: { cookies: 2 } } }),
  },
  { engine: 'Firefox', open: firefox && (() => openFirefox(firefox, { 'network.cookie.cookieBehavior': 2 })) },
];

/** Errors that Firefox itself logs when it refuses a service worker, although the app catches the exceptions. */
const ofFirefox = /Failed to (register\/update a ServiceWorker|get service worker registration\(s\))/;

test.for(browsers)('every screen works without any storage, or says why not ($engine)', async ({ open }, { skip }) => {
  if (!open) return skip('No Firefox here, and none could be installed');
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  const id = await publish(site, author, { title: 'One', content: 'Some words.' });
  await using profile = await open();
  const { tab, said } = await profile.start();
  await tab.goto(`${site.origin}/home`);
  await shows(tab, 'One');
  const refusal = await tab.evaluate(() => {
    try {
      return String(localStorage.length);
    } catch (error) {
      return (error as Error).name;
    }
  });
  expect(refusal).toBe('SecurityError');
  await tab.click({ role: 'button', name: 'On this device' });
  await shows(tab, 'This browser saves nothing here to read offline.');
  await tab.click({ role: 'button', name: 'All posts' });
  await tab.type('Search blogs', 'words');
  await shows(tab, 'Searched only on the server: this browser saves nothing here.');
  await listShows(tab, ['One']);
  for (const [path, text] of [
    ['/', 'every line of code tells a story'],
    [`/blog/${id}`, 'Some words.'],
    ['/myBlogs', 'User not logged in.'],
    ['/register', 'This browser lets websites store nothing.'],
    ['/login', 'This browser lets websites store nothing.'],
    ['/nowhere', 'Not Found'],
  ] as const) {
    await tab.goto(site.origin + path);
    await shows(tab, text);
  }
  await tab.goto(`${site.origin}/create`);
  await tab.type('Blog Content', 'Some words');
  await shows(tab, 'It is lost when you close or reload this page.');
  await tab.click({ role: 'link', name: 'Home' });
  await shows(tab, 'All Blogs');
  await tab.evaluate(() => history.back());
  await expect.poll(() => valueIn(tab, 'Blog Content')).toBe('Some words');

  await tab.click({ role: 'link', name: 'Login' });
  await tab.type('Email', author.email);
  await tab.type('Password', author.password);
  await tab.click({ role: 'button', name: 'Login' });
  await shows(tab, 'All Blogs');
  await tab.click({ role: 'link', name: 'Create' });
  await choosePicture(tab, await redPicture());
  await shows(tab, 'this browser keeps nothing here');
  await tab.type('Blog Heading', 'Two');
  await shows(tab, 'It is lost when you close or reload this page.');
  await tab.click({ role: 'button', name: 'Create Blog' });
  await expect.poll(async () => (await postsOf(site, author)).map(({ title }) => title).sort()).toEqual(['One', 'Two']);
  expect(said.filter(({ type, text }) => type === 'uncaught' && !ofFirefox.test(text))).toEqual([]);
});
