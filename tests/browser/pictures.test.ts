// @module-tag promise
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { imagesNamedIn } from '../../src/contract/named-images.ts';
import { backendHas, contentOf, draftIsSaved, formHasOpened, nothingPending, openForm } from './support/authoring.ts';
import { type Author, postsOf } from './support/authors.ts';
import { causesDocumentLoad } from './support/document-load.ts';
import { makePhoto, placeWords } from './support/photos.ts';
import { pathnameOf } from './support/received.ts';
import { countRecords } from './support/records.ts';
import { appHasStarted, button, field, fill, main } from './support/screen.ts';
import { shiftsOf, watchShifts } from './support/shifts.ts';
import { openOwnSite, type Site } from './support/site.ts';
import { openAuthorTabOn } from './support/tab.ts';

// Only `npm run test:all` runs these tests of conveniences and rare files. `npm test` tests that no picture and no post
// is lost.
const exhaustive = { tags: ['exhaustive'] };

/** A GIF frame of one pixel, in hexadecimal. */
const frame = '21f90400000000002c0000000001000100000202440100';
const animatedGif = Buffer.from(`47494638396101000100800000000000ffffff${frame}${frame}3b`, 'hex');

/** A PNG header that declares 40,000 by 30,000 pixels, without any pixel data. */
const pngBomb = Buffer.from('89504e470d0a1a0a0000000d4948445200009c4000007530080200000000000000', 'hex');

const chooser = (page: Page, label: 'Image URL' | 'Blog Content') =>
  main(page)
    .locator('.field', { has: page.getByLabel(label, { exact: true }) })
    .locator('input[type=file]');

const picturesIn = (page: Page) => page.evaluate(countRecords, { prefix: 'image/' });

const uploads = ({ received }: Site) =>
  received.filter(({ method }) => method === 'PUT').map((call) => pathnameOf(call).replace('/images/', ''));

async function choose(page: Page, label: 'Image URL' | 'Blog Content', ...photos: Buffer[]): Promise<void> {
  const files = photos.map((buffer, index) => ({ name: `photo-${index}.jpg`, mimeType: 'image/jpeg', buffer }));
  await chooser(page, label).setInputFiles(files);
}

async function publish(page: Page, site: Site, author: Author, title: string): Promise<void> {
  await causesDocumentLoad(page, '/create', () => button(page, 'Create Blog').click());
  await backendHas(site, author, [title]);
  await nothingPending(page);
}

/** Returns whether the page shows every matching picture, and at least one. */
const areShown = (page: Page, selector: string) =>
  page.evaluate((images) => {
    const found = [...document.querySelectorAll<HTMLImageElement>(images)];
    return found.length > 0 && found.every(({ complete, naturalWidth }) => complete && naturalWidth > 1);
  }, selector);

test('a chosen picture fills the image URL, or is inserted into the text at the caret', async () => {
  const { site, page, author } = await openAuthorTabOn(openOwnSite);
  await openForm(page, site);
  await fill(page, { 'Blog Heading': 'With pictures', 'Blog Content': 'Before. After.' });
  await choose(page, 'Image URL', await makePhoto(page, { width: 900, height: 600 }));
  await expect.poll(() => field(page, 'Image URL').inputValue()).toMatch(/^\/images\/[0-9a-f]{64}-900x600\.webp$/);
  await field(page, 'Blog Content').evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(7, 7));
  await choose(page, 'Blog Content', await makePhoto(page, { width: 600, height: 900 }));
  await expect.poll(() => contentOf(page)).toMatch(/^Before\.\n\n!\[\]\(\/images\/\S+-600x900\.webp\)\n\n After\.$/);
  await page.keyboard.type('A red corner');
  const content = await contentOf(page);
  expect(content).toContain('![A red corner](/images/');
  await publish(page, site, author, 'With pictures');
  const [post] = await postsOf(site, author);
  expect(post).toMatchObject({ title: 'With pictures', content });
  expect(uploads(site)).toEqual(imagesNamedIn(post ?? { imgUrl: '', content: '' }));
});

test('the form shows its pictures, and Remove deletes a picture from its field', async () => {
  const { site, page } = await openAuthorTabOn(openOwnSite);
  await openForm(page, site);
  await fill(page, { 'Blog Content': 'Words.' });
  await choose(page, 'Image URL', await makePhoto(page, { width: 300, height: 200 }));
  await choose(page, 'Blog Content', await makePhoto(page, { width: 200, height: 300 }));
  await button(page, 'Remove picture 1').waitFor();
  await expect.poll(() => areShown(page, '.picture-thumbs img')).toBe(true);
  const address = field(page, 'Image URL');
  await address.waitFor({ state: 'hidden' });
  await button(page, 'Remove the picture').click();
  await expect.poll(() => address.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await address.inputValue()).toBe('');
  await button(page, 'Remove picture 1').click();
  await expect.poll(() => contentOf(page)).not.toContain('/images/');
  expect(await page.locator('.picture-thumbs img').count()).toBe(0);
});

test('the form makes a photo upright, small and free of metadata, off the main thread', async () => {
  const { site, page, author } = await openAuthorTabOn(openOwnSite);
  await openForm(page, site);
  const photo = await makePhoto(page, { width: 4_000, height: 3_000, orientation: 6 });
  expect(photo.toString('latin1')).toContain(placeWords);
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const note = (of: object, name: string) => {
      const own = Reflect.get(of, name);
      Reflect.set(of, name, function (this: unknown, ...args: unknown[]) {
        seen.push(name);
        return own.apply(this, args);
      });
    };
    note(window, 'createImageBitmap');
    for (const name of ['drawImage', 'getImageData']) note(CanvasRenderingContext2D.prototype, name);
    for (const name of ['toBlob', 'toDataURL']) note(HTMLCanvasElement.prototype, name);
  });
  await choose(page, 'Image URL', photo);
  await expect.poll(() => field(page, 'Image URL').inputValue()).toMatch(/-1200x1600\.webp$/);
  expect(await page.evaluate(() => Reflect.get(window, 'seen'))).toEqual([]);
  await fill(page, { 'Blog Heading': 'Upright' });
  await publish(page, site, author, 'Upright');
  const [name = ''] = uploads(site);
  const bytes = Buffer.from(await (await fetch(`${site.api}/images/${name}`)).arrayBuffer());
  expect(bytes.length).toBeLessThan(400_000);
  expect(bytes.toString('latin1')).not.toMatch(/Exif|Phone|N 59/);
  // The red corner, at the photo's upper left, is at the upper right of the upright picture.
  const corner = await page.evaluate(async (url) => {
    const image = Object.assign(new Image(), { src: url });
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: 1_200, height: 1_600 });
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    return [...(canvas.getContext('2d')?.getImageData(1_190, 10, 1, 1).data ?? [])];
  }, `/images/${name}`);
  expect(corner[0]).toBeGreaterThan(200);
  expect(corner[1]).toBeLessThan(60);
});

test('a picture can be pasted or dropped, and a paste can be undone', exhaustive, async () => {
  const { site, page } = await openAuthorTabOn(openOwnSite);
  await openForm(page, site);
  const bring = (label: string, kind: 'paste' | 'drop', side: number) =>
    field(page, label).evaluate(
      async (target, [kind, side]) => {
        const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side });
        canvas.getContext('2d')?.fillRect(0, 0, side, side);
        const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
        const data = new DataTransfer();
        data.items.add(new File([blob ?? ''], 'screenshot.png', { type: 'image/png' }));
        const init = { bubbles: true, cancelable: true };
        target.dispatchEvent(
          kind === 'paste'
            ? new ClipboardEvent('paste', { ...init, clipboardData: data })
            : new DragEvent('drop', { ...init, dataTransfer: data }),
        );
      },
      [kind, side] as const,
    );
  await field(page, 'Blog Content').pressSequentially('Typed.');
  await bring('Blog Content', 'paste', 50);
  await expect.poll(() => contentOf(page)).toMatch(/-50x50\.(webp|png)\)/);
  await page.keyboard.press('Control+z');
  expect(await contentOf(page)).toBe('Typed.');
  await bring('Blog Content', 'drop', 60);
  await expect.poll(() => contentOf(page)).toMatch(/-60x60\.(webp|png)\)/);
  await bring('Image URL', 'drop', 70);
  await expect.poll(() => field(page, 'Image URL').inputValue()).toMatch(/-70x70\.(webp|png)$/);
});

const unusable = [
  { file: 'a text', bytes: Buffer.from('Dear diary'), words: 'is not a picture' },
  { file: 'an empty file', bytes: Buffer.alloc(0), words: 'is not a picture' },
  { file: 'an SVG', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), words: 'is not a picture' },
  { file: 'a broken JPEG', bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1]), words: 'could not be read' },
  { file: 'an animated GIF', bytes: animatedGif, words: 'is animated' },
  { file: 'a HEIC', bytes: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), words: 'is a HEIC picture' },
  { file: 'a PNG whose header declares a billion pixels', bytes: pngBomb, words: 'is too large' },
];

test('the form refuses each unusable file with a message, and keeps the text', async () => {
  const { site, page } = await openAuthorTabOn(openOwnSite);
  await openForm(page, site);
  await fill(page, { 'Blog Content': 'As it is.' });
  await choose(page, 'Blog Content', ...unusable.map(({ bytes }) => bytes));
  const messages = main(page).getByRole('alert').filter({ hasText: 'photo-' });
  await expect
    .poll(() => messages.allTextContents())
    .toEqual(unusable.map(({ words }, index) => expect.stringContaining(`“photo-${index}.jpg” ${words}`)));
  expect(await contentOf(page)).toBe('As it is.');
  expect(await picturesIn(page)).toBe(0);
});

test('the form shows the pictures of its draft without a worker', exhaustive, async () => {
  const { site, page } = await openAuthorTabOn(openOwnSite, { serviceWorkers: 'block' });
  await openForm(page, site);
  await choose(page, 'Image URL', await makePhoto(page, { width: 300, height: 200 }));
  await expect.poll(() => field(page, 'Image URL').inputValue()).toContain('/images/');
  await choose(page, 'Blog Content', await makePhoto(page, { width: 200, height: 300 }));
  await expect.poll(() => contentOf(page)).toContain('/images/');
  await expect.poll(() => areShown(page, '.picture-thumbs img')).toBe(true);
  await button(page, 'Preview').click();
  await expect.poll(() => areShown(page, '.prose img, .reading-image')).toBe(true);
  const sources = await page
    .locator('.prose img, .reading-image')
    .evaluateAll((all) => all.map((one) => one.getAttribute('src')));
  expect(sources.map((source) => source?.slice(0, 16))).toEqual(['data:image/webp;', 'data:image/webp;']);
});

// `npm test` leaves this test out, because it measures time: on a busy machine, every task is long.
test('preparing a photo of 12 megapixels on a slow device causes no long tasks', {
  tags: ['exhaustive'],
}, async () => {
  const { site, page } = await openAuthorTabOn(openOwnSite);
  await openForm(page, site);
  const photo = await makePhoto(page, { width: 4_000, height: 3_000, orientation: 6 });
  // Loads the code for pictures beforehand; otherwise the test would measure the network.
  await choose(page, 'Image URL', await makePhoto(page, { width: 30, height: 20 }));
  await expect.poll(() => field(page, 'Image URL').inputValue()).toContain('-30x20.');
  await page.reload();
  await formHasOpened(page);
  // Waits until the app has started. Otherwise, the test would also measure the tasks of its start.
  await appHasStarted(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.evaluate(() => {
    const seen = { at: 0, ready: 0, tasks: [] as number[] };
    const { promise: seenWhenReady, resolve } = Promise.withResolvers<typeof seen>();
    Object.assign(window, { seenWhenReady });
    addEventListener('change', () => Object.assign(seen, { at: performance.now() }), { capture: true });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        if (seen.at > 0 && startTime > seen.at && seen.ready === 0) seen.tasks.push(duration);
      }
    }).observe({ type: 'longtask' });
    const field = document.querySelector<HTMLTextAreaElement>('.editor textarea');
    field?.addEventListener('input', () => {
      if (!field.value.includes('/images/')) return;
      seen.ready = performance.now();
      resolve(seen);
    });
  });
  await choose(page, 'Blog Content', photo);
  // Does not poll, because each poll is a task on the throttled main thread.
  const seen = await page.evaluate(
    () => Reflect.get(window, 'seenWhenReady') as Promise<{ at: number; ready: number; tasks: number[] }>,
  );
  expect(await contentOf(page)).toContain('-1200x1600.webp');
  console.info(`Ready after ${Math.round(seen.ready - seen.at)} ms; long tasks: ${seen.tasks.join(', ') || 'none'}`);
  expect(seen.ready).toBeGreaterThan(seen.at);
  expect(seen.tasks).toEqual([]);
});

test('adding pictures on a narrow phone shifts only the hint below the text', exhaustive, async () => {
  const { site, tab } = await openAuthorTabOn(openOwnSite, { viewport: { width: 320, height: 2_000 } });
  await watchShifts(tab);
  const { page } = tab;
  await openForm(page, site);
  await fill(page, { 'Blog Heading': 'Still', 'Blog Content': 'Words.' });
  await draftIsSaved(page);
  // `fill` presses no key, so Chromium counts the layout shifts after it: discard them.
  await shiftsOf(tab);
  const photos = [
    await makePhoto(page, { width: 900, height: 600 }),
    await makePhoto(page, { width: 600, height: 900 }),
  ];
  await choose(page, 'Image URL', ...photos.slice(0, 1));
  await expect.poll(() => field(page, 'Image URL').inputValue()).toContain('/images/');
  await choose(page, 'Blog Content', ...photos);
  await main(page).getByText('2 pictures added.').waitFor();
  await expect.poll(() => areShown(page, '.picture-thumbs img')).toBe(true);
  // Ignores shifts of the hint: the content field grows with its new lines, and moves the hint below it.
  expect((await shiftsOf(tab)).filter((shift) => !shift.includes(' by hint, '))).toEqual([]);
});
