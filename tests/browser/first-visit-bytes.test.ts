import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { publish, registerAuthor } from './authors.ts';
import { cards } from './screen.ts';
import { openOwnSite } from './site.ts';
import { openTab } from './tab.ts';

/** In bytes, brotli at its best, as the build leaves it for the server to send. */
const most = 85_000;

test(`a first visit to /home loads at most ${most} bytes of JavaScript, whatever it loads later included`, async () => {
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
