import { expect, inject, test } from 'vitest';
import { imagesNamedIn } from '../../../src/contract/named-images.ts';
import { backendHas, patience } from '../support/authoring.ts';
import { postsOf } from '../support/authors.ts';
import { redPicture, withExif } from '../support/photos.ts';
import { pathnameOf } from '../support/received.ts';
import { countRecords } from '../support/records.ts';
import { openOwnSite, type Site } from '../support/site.ts';
import type { EngineTab } from './support/engine.ts';
import { inEachEngine } from './support/engines.ts';
import { openAuthor } from './support/opening.ts';
import { openFirefox } from './support/puppeteer.ts';
import { choosePicture, enter, entriesIn, isWaiting, openForm, shows, valueIn } from './support/screen.ts';

/**
 * Returns a JPEG of this size in base64, with device and location in its EXIF segment. Draws it on a canvas in the
 * page.
 */
async function photoOf(tab: EngineTab, width: number, height: number): Promise<string> {
  const base64 = await tab.evaluate(
    (w, h) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h });
      const context = canvas.getContext('2d');
      for (let n = 0; n < 300 && context; n += 1) {
        context.fillStyle = `hsl(${(n * 47) % 360} 60% 50%)`;
        context.fillRect((n * 7_919) % w, (n * 104_729) % h, 40, 30);
      }
      return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
    },
    width,
    height,
  );
  return withExif(Buffer.from(base64, 'base64'), 6).toString('base64');
}

const contentOf = async (tab: EngineTab) => (await valueIn(tab, 'Blog Content')) ?? '';
const picturesIn = (tab: EngineTab) => tab.evaluate(countRecords, { prefix: 'image/' });

const areShown = (tab: EngineTab, selector: string) =>
  tab.evaluate((images) => {
    const found = [...document.querySelectorAll<HTMLImageElement>(images)];
    return found.length > 0 && found.every(({ complete, naturalWidth }) => complete && naturalWidth > 1);
  }, selector);

const uploads = ({ received }: Site) =>
  received.filter(({ method }) => method === 'PUT').map((call) => pathnameOf(call).replace('/images/', ''));

inEachEngine('a picture chosen offline survives a browser kill, and is published once', async (openProfile) => {
  const before = await openAuthor(openProfile, openOwnSite);
  const { site, author, profile } = before;
  await openForm(before.tab, site);
  const photo = await photoOf(before.tab, 800, 600);
  await site.stop();
  await before.tab.type('Blog Heading', 'From the train');
  await choosePicture(before.tab, photo);
  // The app has turned the photo upright: EXIF orientation 6 says that the camera was held on its side.
  await expect.poll(() => contentOf(before.tab), { timeout: patience }).toMatch(/-600x800\.(webp|jpg)\)/);
  await expect.poll(() => areShown(before.tab, '.picture-thumbs img')).toBe(true);
  await before.tab.click({ role: 'button', name: 'Preview' });
  await expect.poll(() => areShown(before.tab, '.prose img')).toBe(true);
  await shows(before.tab, 'Draft saved on this device.');
  await before.kill();

  await site.start();
  const { tab } = await profile.start();
  await enter(tab, site, author);
  await openForm(tab, site);
  await expect.poll(() => contentOf(tab), { timeout: patience }).toContain('/images/');
  const content = await contentOf(tab);
  await expect.poll(() => areShown(tab, '.picture-thumbs img')).toBe(true);
  await site.stop();
  await tab.click({ role: 'button', name: 'Create Blog' });
  await isWaiting(tab);
  await site.start();
  await backendHas(site, author, ['From the train']);
  await expect.poll(() => entriesIn(tab), { timeout: patience }).toBe(0);
  expect(await postsOf(site, author)).toEqual([{ title: 'From the train', imgUrl: '', content }]);
  const [name = '', ...others] = imagesNamedIn({ imgUrl: '', content });
  expect(others).toEqual([]);
  expect(new Set(uploads(site))).toEqual(new Set([name]));
  const answer = await fetch(`${site.api}/images/${name}`);
  expect(answer.status).toBe(200);
  expect(Buffer.from(await answer.arrayBuffer()).toString('latin1')).not.toMatch(/Exif|Phone/);
});

// Only `npm run test:all` runs tests in Firefox. tests/unit/reads-pixels.test.ts tests the check itself.
test('the app refuses a picture if Firefox adds noise to canvas pixels', {
  tags: ['exhaustive'],
}, async ({ skip }) => {
  const firefox = inject('firefox');
  if (!firefox) return skip('No Firefox here, and none could be installed');
  const hiding = () => openFirefox(firefox, { 'privacy.resistFingerprinting': true });
  const { site, tab } = await openAuthor(hiding, openOwnSite);
  await openForm(tab, site);
  await choosePicture(tab, await redPicture());
  await shows(tab, '“photo.jpg” was not added: this browser adds noise to pictures');
  expect(await contentOf(tab)).toBe('');
  expect(await picturesIn(tab)).toBe(0);
});
