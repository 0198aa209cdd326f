import { test } from 'vitest';
import { publish, registerAuthor } from './support/authors.ts';
import { freePort } from './support/free-port.ts';
import { openLoopback } from './support/loopback.ts';
import { forward } from './support/proxy.ts';
import { receive } from './support/received.ts';
import { button, listShows } from './support/screen.ts';
import { openOwnSite } from './support/site.ts';
import { openTab } from './support/tab.ts';
import { openList } from './support/worker-ready.ts';

// Only `npm run test:all` runs this test, because hosts that redirect pages are rare.
const exhaustive = { tags: ['exhaustive'] };

test('pages open offline although their host redirects them', exhaustive, async () => {
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
  await openList(tab, led);
  await page.waitForLoadState('networkidle');
  await host.stop();
  await tab.goto('/home');
  await listShows(page, ['Led here']);
  await tab.goto('/login');
  await button(page, 'Login').waitFor();
});
