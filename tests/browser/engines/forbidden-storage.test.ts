// @module-tag exhaustive: offline.test.ts stands for the other engines in npm test
import { expect, inject, test } from 'vitest';
import { postsOf, publish, registerAuthor } from '../support/authors.ts';
import { openOwnSite } from '../support/site.ts';
import { openFirefox } from './support/puppeteer.ts';
import { shows, valueIn } from './support/screen.ts';

const firefox = inject('firefox');

/** `network.cookie.cookieBehavior` 2: no site may keep anything. */
const forbidAll = { 'network.cookie.cookieBehavior': 2 };

/** Firefox itself says so, of refusals that the app has caught. */
const ofFirefox = /Failed to (register\/update a ServiceWorker|get service worker registration\(s\))/;

test.skipIf(!firefox)('keeps a text between screens and publishes it with all storage blocked (Firefox)', async () => {
  if (!firefox) return;
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  const id = await publish(site, author, { title: 'One', content: 'Some words.' });
  await using profile = await openFirefox(firefox, forbidAll);
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
  await tab.goto(`${site.origin}/blog/${id}`);
  await shows(tab, 'Some words.');
  await tab.goto(`${site.origin}/login`);
  await shows(tab, 'This browser lets websites store nothing.');
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
  await tab.type('Blog Heading', 'Two');
  await tab.click({ role: 'button', name: 'Create Blog' });
  await expect.poll(async () => (await postsOf(site, author)).map(({ title }) => title).sort()).toEqual(['One', 'Two']);
  expect(said.filter(({ type, text }) => type === 'uncaught' && !ofFirefox.test(text))).toEqual([]);
});
