import { join } from 'node:path';
import { callPaths, pagePaths } from '../../src/contract/paths.ts';
import { openDatabase, startBuiltServer } from '../bench/built-server.ts';
import { launchChromium } from '../browser/support/chromium.ts';

/** The folder in which the manifest and the README look for screenshots. */
const folder = join(import.meta.dirname, '../../public/screenshots');

/** The sizes that the manifest declares, in device pixels. */
const narrow = { viewport: { width: 360, height: 640 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const wide = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 };

await using database = await openDatabase('samples');
await using server = await startBuiltServer({ dataDir: database.folder });
await using browser = await launchChromium();
const [post]: { _id: string }[] = await (await fetch(server.origin + callPaths.posts)).json();
if (post === undefined) throw new Error('The new database has no sample posts.');

const paths = { home: pagePaths.home, post: pagePaths.blog(post._id) };
await take(paths.home, 'light', narrow, 'home-narrow.png');
await take(paths.post, 'light', narrow, 'post-narrow.png');
await take(paths.post, 'dark', narrow, 'post-narrow-dark.png');
await take(paths.home, 'light', wide, 'home-wide.png');
await take(paths.home, 'dark', wide, 'home-wide-dark.png');

async function take(path: string, colorScheme: 'light' | 'dark', device: typeof wide, file: string) {
  const context = await browser.newContext({
    ...device,
    colorScheme,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.goto(server.origin + path, { waitUntil: 'networkidle' });
  await page.evaluate(() =>
    Promise.all([...document.images].filter(({ complete }) => complete).map((image) => image.decode())),
  );
  await page.screenshot({ path: join(folder, file) });
  await context.close();
  console.log(file);
}
