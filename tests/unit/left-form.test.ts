import { expect, test, vi } from 'vitest';
import { cacheNames } from '../../src/device/storage/storage-names.ts';
import { eventually } from './support/eventually.ts';
import { loadForms, openForms, shownDrafts, unpublished } from './support/forms.ts';
import { replace } from './support/global.ts';

/** Types a text into a form while the device is full. A call of `hasRoom` frees space. */
async function typeWithoutRoom(content: string) {
  await using owned = new AsyncDisposableStack();
  const forms = owned.use(await openForms());
  const { timeouts, holdRecord, shownForm } = await loadForms();
  owned.use(replace(timeouts, { unsavedRetryMs: 20 }));
  forms.faults.hasRoomFor = () => false;
  const form = shownForm();
  owned.defer(form.close);
  const type = async (typed: string) => {
    form.close();
    const held = await holdRecord('a', { start: unpublished('a'), patience: 1_000 });
    if (!held) throw new Error('The form is not free.');
    const text = form.put(held, '42');
    text.change({ content: typed });
    await text.flush();
    return text;
  };
  await type(content);
  const opened = owned.move();
  return {
    forms,
    form,
    type,
    hasRoom: () => Object.assign(forms.faults, { hasRoomFor: () => true }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

const waitForRetries = () => new Promise((resolve) => setTimeout(resolve, 60));

test("a closed form's text is saved only after the device has room", async () => {
  await using device = await typeWithoutRoom('one');
  device.form.close();
  await waitForRetries();
  expect(await shownDrafts()).toEqual([]);
  device.hasRoom();
  await eventually(async () => expect(await shownDrafts()).toEqual(['one']));
  const { readTabBackups } = await loadForms();
  await eventually(() => expect(readTabBackups()).toEqual([]));
});

test("pagehide backs up a closed form's text after session storage has room again", async () => {
  await using device = await typeWithoutRoom('one');
  const inTab = () => sessionStorage.getItem('post-backup/a') ?? '';
  using full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await device.type('one, two');
  device.form.close();
  await waitForRetries();
  expect(inTab()).not.toContain('two');
  full.mockRestore();
  dispatchEvent(new Event('pagehide'));
  expect(inTab()).toContain('two');
});

test("a repeated attempt to save a closed form's text evicts no images", async () => {
  await using device = await typeWithoutRoom('one');
  device.form.close();
  await waitForRetries();
  await (await caches.open(cacheNames.images)).put('/images/read', new Response('read since'));
  await waitForRetries();
  await waitForRetries();
  expect(device.forms.device.caches.urlsIn(cacheNames.images)).toHaveLength(1);
});

test("stores one draft if the author continues a closed form's text in a second form", async () => {
  await using device = await typeWithoutRoom('one');
  await device.type('one, two');
  await waitForRetries();
  device.hasRoom();
  await eventually(async () => expect(await shownDrafts()).toEqual(['one, two']));
  await waitForRetries();
  expect(await shownDrafts()).toEqual(['one, two']);
});

test("a closed form's text is not saved while another form holds the record's lock", async () => {
  await using device = await typeWithoutRoom('one');
  await device.type('one, two');
  device.form.close();
  const { lockForm, formText } = await loadForms();
  const lock = await lockForm('a', 1_000);
  device.hasRoom();
  const other = formText(unpublished('a'), '42');
  other.change({ content: 'other' });
  await other.flush();
  await waitForRetries();
  expect((await other.submit('42')).record.pending).toMatchObject({ text: { content: 'other' } });
  lock?.release();
  await eventually(async () => expect(await shownDrafts()).toContain('one, two'));
});

test("a closed form's text is not saved after its account was deleted", async () => {
  await using device = await typeWithoutRoom('one');
  const { stopSavingTextsOf } = await loadForms();
  device.form.close();
  await waitForRetries();
  stopSavingTextsOf('42');
  // Waits for a save that may have begun.
  await waitForRetries();
  device.hasRoom();
  await waitForRetries();
  expect(await shownDrafts()).toEqual([]);
});
