import type { Page } from 'playwright-core';
import { callPaths, pagePaths } from '../../src/contract/paths.ts';
import { makePhoto } from '../browser/support/photos.ts';
import { button, field, fill, main } from '../browser/support/screen.ts';
import type { Fixture } from './fixture.ts';
import { author, authorWithWorker, type State } from './state.ts';

/** States of Create with pictures. */
export const pictureStates: State[] = [
  author('create, with pictures', async (page, fixture) => {
    await openWithPicture(page, fixture);
    await page.locator('.picture-thumbs img').first().waitFor();
  }),
  author('create, a picture is made ready', async (page, fixture) => {
    await openForm(page, fixture);
    // Keeps the thread that prepares pictures from getting any work, so the preparation never ends.
    await page.evaluate(() => {
      Worker.prototype.postMessage = () => undefined;
    });
    await choose(page, [await photo(page), await photo(page)]);
    await main(page).getByText('Preparing picture 1 of 2…').waitFor();
  }),
  author('create, pictures refused', async (page, fixture) => {
    await openForm(page, fixture);
    await choose(page, [Buffer.from('Dear diary'), Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1])]);
    await main(page).getByRole('alert').getByText('could not be read').waitFor();
  }),
  author('create, pictures are sent', async (page, fixture) => {
    await openWithPicture(page, fixture);
    await page.route(`**${callPaths.image('*')}`, (route) =>
      route.request().method() === 'PUT' ? undefined : route.continue(),
    );
    await button(page, 'Create Blog').click();
    await main(page).getByText('Sending…').first().waitFor();
  }),
  author('create, a picture refused by the server', async (page, fixture) => {
    await openWithPicture(page, fixture);
    await page.route(`**${callPaths.image('*')}`, (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 413, json: {} }) : route.continue(),
    );
    await button(page, 'Create Blog').click();
    await main(page).getByText('the server refused a picture').waitFor();
  }),
  author('create, shared and not there', async (page, { origin }) => {
    const query = 'text=On+a+walk&left-out=no+worker&left-out=no+picture';
    await page.goto(`${origin}${pagePaths.create}?${query}`);
    await main(page).getByText('The shared pictures are not here').scrollIntoViewIfNeeded();
  }),
  authorWithWorker('create, shared earlier', async (page, fixture) => {
    await openForm(page, fixture);
    await page.evaluate(async () => {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open('storyline');
        request.onsuccess = () => resolve(request.result);
      });
      const names = ['dawn.jpg', 'noon.jpg'];
      const facts = { version: 1, id: '1', userId: null, receivedAt: Date.now(), names, sizes: [1, 1] };
      const transaction = database.transaction('records', 'readwrite');
      const records = transaction.objectStore('records');
      records.put(facts, 'shared-pictures/1');
      for (const index of names.keys()) records.put(new ArrayBuffer(1), `shared-picture-bytes/1/${index}`);
      await new Promise((resolve) => {
        transaction.oncomplete = resolve;
      });
      database.close();
    });
    await page.reload();
    await main(page).getByRole('heading', { name: 'Shared pictures' }).scrollIntoViewIfNeeded();
  }),
];

const photo = (page: Page) => makePhoto(page, { width: 900, height: 600 });

async function openForm(page: Page, { origin }: Fixture): Promise<void> {
  await page.goto(origin + pagePaths.create, { waitUntil: 'networkidle' });
  await field(page, 'Blog Content').waitFor();
}

async function openWithPicture(page: Page, fixture: Fixture): Promise<void> {
  await openForm(page, fixture);
  await fill(page, { 'Blog Heading': 'On a walk', 'Blog Content': 'What happened, and what came of it.' });
  await choose(page, [await photo(page)]);
  await main(page).getByText('1 picture added.').waitFor();
}

async function choose(page: Page, photos: Buffer[]): Promise<void> {
  const files = photos.map((buffer, index) => ({ name: `photo-${index}.jpg`, mimeType: 'image/jpeg', buffer }));
  await main(page).locator('input[type=file]').last().setInputFiles(files);
}
