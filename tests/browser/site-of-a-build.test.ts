import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildClient } from './support/builds.ts';
import { freePort } from './support/free-port.ts';
import { blueIcon } from './support/photos.ts';
import { appHasStarted, heading, shows } from './support/screen.ts';
import { openSiteOf } from './support/site.ts';
import { openTabOn, troubles } from './support/tab.ts';
import { isCached, isControlled } from './support/worker-ready.ts';

const name = 'مدونة ليلى';

/**
 * Builds a client for a foreign backend with site settings, an icon and an imprint, and serves it from a static host.
 */
async function openBuiltSite() {
  await using undo = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'storyline-site-'));
  undo.defer(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, 'icon.png'), await blueIcon());
  await writeFile(path.join(folder, 'imprint.md'), '# Who writes\n\nLeila, in Cairo.');
  const site = path.join(folder, 'site.json');
  const settings = { name, language: 'ar', accent: '#0055aa', 'link.terms': 'imprint', icon: 'icon.png' };
  await writeFile(site, JSON.stringify({ ...settings, pages: { imprint: 'imprint.md' } }));
  const [client, port] = [path.join(folder, 'client'), await freePort()];
  await buildClient(client, `http://127.0.0.1:${port}`, { site });
  const built = undo.use(await openSiteOf({ client, port }));
  const opened = undo.move();
  return { ...built, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

test('a client built for a foreign backend shows its site settings, also offline', async () => {
  const { site, tab, page } = await openTabOn(openBuiltSite, { colorScheme: 'light' });
  await tab.goto('/login');
  const imprint = page.getByRole('contentinfo').getByRole('link', { name: 'Who writes', exact: true });
  const expectSiteSettings = async () => {
    await appHasStarted(page);
    expect(await page.title()).toContain(name);
    expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
      'ar',
      'rtl',
    ]);
    const look = await page.evaluate(() => ({
      accent: getComputedStyle(document.documentElement).getPropertyValue('--accent').includes('#0055aa'),
      logo: (document.querySelector<HTMLImageElement>('.bar-product img')?.naturalWidth ?? 0) > 0,
    }));
    expect(look).toEqual({ accent: true, logo: true });
  };
  await expect
    .poll(() => page.locator('.bar-product img').evaluate((img: HTMLImageElement) => img.complete))
    .toBe(true);
  await expectSiteSettings();
  const session = await page.context().newCDPSession(page);
  const { errors, data = '' } = await session.send('Page.getAppManifest');
  expect([errors, JSON.parse(data).name, JSON.parse(data).icons.length]).toEqual([[], name, 4]);
  const [listed] = await (await fetch(`${site.origin}/site.json`)).json().then(({ pages }) => pages);
  const text = `${site.origin}/site-pages/imprint.json?tag=${listed.tag}`;
  await expect.poll(() => isCached(page, text)).toBe(true);
  await isControlled(page);
  expect(troubles(tab)).toEqual([]);
  await site.stop();
  await imprint.click();
  await shows(page, 'Leila, in Cairo.');
  await page.goto(`${site.origin}/page/imprint`);
  await heading(page, 'Who writes').waitFor();
  await shows(page, 'Leila, in Cairo.');
  await expectSiteSettings();
});
