// @module-tag promise
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { publish, registerAuthor } from './support/authors.ts';
import { cards } from './support/screen.ts';
import { openOwnSite } from './support/site.ts';
import { openTab } from './support/tab.ts';
import { testFirst } from './support/test-first.ts';

/** In bytes, compressed by brotli at its best, as the build prepares the files for the server. */
const most = 85_000;

test(`loads at most ${most} bytes of JavaScript on a first visit to /home`, async () => {
  await using site = await openOwnSite();
  const author = await registerAuthor(site);
  await publish(site, author, { title: 'One' });
  await using tab = await openTab(site);
  const scripts = new Map<string, Promise<Buffer>>();
  tab.page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.set(response.url(), response.body());
  });
  await tab.goto('/home');
  await cards(tab.page).first().waitFor();
  await tab.page.waitForLoadState('networkidle');
  const bodies = await Promise.all(scripts.values());
  const sizes = bodies.map((body) => brotliCompressSync(body).length);
  expect(sizes.length).toBeGreaterThan(0);
  expect(
    sizes.reduce((sum, size) => sum + size, 0),
    [...scripts.keys()].join(' '),
  ).toBeLessThanOrEqual(most);
});

testFirst(['/', '/home', 'a post', '/login', '/create', '/myBlogs'])(
  'a first visit to %s fetches no styles that are inline in the page',
  async (screen) => {
    await using site = await openOwnSite();
    const author = await registerAuthor(site);
    const id = await publish(site, author, { title: 'One' });
    await using tab = await openTab(site, { author, serviceWorkers: 'block' });
    const fetched: Promise<string>[] = [];
    tab.page.on('response', (response) => {
      if (response.request().resourceType() === 'stylesheet') fetched.push(response.text());
    });
    await tab.goto(screen === 'a post' ? `/blog/${id}` : screen);
    await tab.page.waitForLoadState('networkidle');
    const inPage = await tab.page.locator('head style').first().textContent();
    expect(inPage).toContain('--paper:');
    expect((await Promise.all(fetched)).filter((style) => style.includes('--paper:'))).toEqual([]);
  },
);
