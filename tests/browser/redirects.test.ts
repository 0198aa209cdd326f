import { expect, test } from 'vitest';
import { publish, registerAuthor } from './support/authors.ts';
import type { Fault } from './support/faults.ts';
import { freePort } from './support/free-port.ts';
import { openLoopback } from './support/loopback.ts';
import { forward } from './support/proxy.ts';
import { receive } from './support/received.ts';
import { button, heading, listShows } from './support/screen.ts';
import { openForeignSite, openOwnSite } from './support/site.ts';
import { openTab } from './support/tab.ts';
import { waitUntilCached } from './support/worker-ready.ts';

// Left to `npm run test:all`: hosts that redirect pages are rare.
const exhaustive = { tags: ['exhaustive'] };

test('Pages that a host redirects open without it all the same', exhaustive, async () => {
  await using site = await openOwnSite();
  await publish(site, await registerAuthor(site), { title: 'Led here' });
  await using host = await openLoopback(await freePort(), (request, response) => {
    const elsewhere = { '/home': '/home?from=here', '/index.html': '/' }[request.url ?? ''];
    if (elsewhere === undefined) {
      receive(request)
        .then((call) => forward(call, response, new URL(site.origin)))
        .catch(() => response.destroy());
      return;
    }
    response.writeHead(302, { Location: elsewhere });
    response.end();
  });
  const origin = `http://localhost:${host.port}`;
  const led = { ...site, origin, api: origin };
  await using tab = await openTab(led);
  const { page } = tab;
  await tab.goto('/home');
  await waitUntilCached(page, led);
  await page.waitForLoadState('networkidle');
  await host.stop();
  await tab.goto('/home');
  await listShows(page, ['Led here']);
  await tab.goto('/login');
  await button(page, 'Login').waitFor();
});

test('A list that has moved to another host is cached like any other', async () => {
  await using site = await openForeignSite();
  const id = await publish(site, await registerAuthor(site), { title: 'Moved', content: 'Now over there.' });
  const posts = await (await fetch(`${site.api}/blog/posts`)).text();
  await using there = await openLoopback(await freePort(), (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' });
    response.end(posts);
  });
  const moved: Fault = {
    kind: 'answer',
    status: 307,
    type: 'text/plain',
    body: '',
    headers: { Location: `http://localhost:${there.port}/posts`, 'Access-Control-Allow-Origin': '*' },
  };
  site.misbehave('GET /blog/posts', moved);
  await using tab = await openTab(site);
  const { page } = tab;
  await tab.goto('/home');
  await waitUntilCached(page, site);
  await listShows(page, ['Moved']);
  await site.stop();
  await there.stop();
  await tab.goto('/home');
  await listShows(page, ['Moved']);
  await tab.goto(`/blog/${id}`);
  await heading(page, 'Moved').waitFor();
  expect(await page.getByText('Now over there.').isVisible()).toBe(true);
});
