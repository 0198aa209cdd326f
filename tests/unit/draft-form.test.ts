import { expect, test, vi } from 'vitest';
import type { DraftInForm } from '../../src/data/drafts/draft-form.ts';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { eventually } from './support/eventually.ts';
import { openLocks } from './support/locks.ts';
import { draftOf } from './support/outbox.ts';

const load = async () => ({
  ...(await import('../../src/data/drafts/draft-form.ts')),
  ...(await import('../../src/data/drafts/drafts.ts')),
});

/** Longer than a form waits for its draft, in milliseconds. */
const patience = 2_500;

/** From now on IndexedDB answers no read of a single record until `release`. */
function holdReads() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { get } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.get = function (this: IDBObjectStore, key) {
    const request = get.call(this, key);
    const listen = (listener: () => void) =>
      request.addEventListener('success', () => void released.then(() => listener()));
    Object.defineProperty(request, 'onsuccess', { set: listen });
    return request;
  };
  const restore = () => {
    release();
    IDBObjectStore.prototype.get = get;
  };
  return { release, [Symbol.dispose]: restore };
}

function useFakeTimeouts(): Disposable {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return { [Symbol.dispose]: () => void vi.useRealTimers() };
}

test('A form closed while a slow device is read releases the draft and leaves it to the next form', async () => {
  await using _ = openDevice();
  using locks = openLocks();
  using __ = useFakeTimeouts();
  const { openDraftForm, saveDraft } = await load();
  await saveDraft(draftOf('Slow'));
  sessionStorage.setItem('draft/42', 'draft of Slow');
  using reads = holdReads();
  const form = openDraftForm('42', () => undefined);
  await eventually(() => expect(locks.isHeld('draft/draft of Slow')).toBe(true));
  form.close();
  await vi.advanceTimersByTimeAsync(patience);
  reads.release();
  await eventually(() => expect(locks.isHeld('draft/draft of Slow')).toBe(false));
  expect(sessionStorage.getItem('draft/42')).toBe('draft of Slow');
});

test('A draft found late comes into the form if nothing has been typed, and is released otherwise', async () => {
  await using _ = openDevice();
  using locks = openLocks();
  using __ = useFakeTimeouts();
  const { openDraftForm, saveDraft } = await load();
  await saveDraft(draftOf('Slow'));
  for (const typed of ['', 'typed meanwhile']) {
    sessionStorage.setItem('draft/42', 'draft of Slow');
    using reads = holdReads();
    let held: DraftInForm | undefined;
    const form = openDraftForm('42', (now) => (held = now));
    await vi.advanceTimersByTimeAsync(patience);
    await eventually(() => expect(held?.autosave.shown.get().post.title).toBe(''));
    const shownId = held?.autosave.draft().id;
    if (typed) held?.autosave.change({ title: typed });
    reads.release();
    await eventually(() => expect(held?.autosave.shown.get().post.title).toBe(typed || 'Slow'));
    await eventually(() => expect(locks.isHeld('draft/draft of Slow')).toBe(typed === ''));
    expect(sessionStorage.getItem('draft/42')).toBe(typed ? shownId : 'draft of Slow');
    await held?.autosave.flush();
    form.close();
    await eventually(() => expect(locks.isHeld('draft/draft of Slow')).toBe(false));
  }
});

test('A shared text goes into a new draft where its own is found late, and so does what the form has to say of it', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  using ___ = useFakeTimeouts();
  const { openDraftForm } = await load();
  const { readSharedFiles } = await import('../../src/data/share-target.ts');
  history.replaceState(null, '', '/create?text=words&left-out=no+worker');
  using reads = holdReads();
  let held: DraftInForm | undefined;
  const form = openDraftForm('42', (now) => (held = now));
  await vi.advanceTimersByTimeAsync(patience);
  await eventually(() => expect(held?.autosave.shown.get().post.content).toBe('words'));
  expect(readSharedFiles(held?.autosave.draft().id ?? '')?.leftOut).toEqual(['no worker']);
  reads.release();
  await held?.autosave.flush();
  form.close();
  history.replaceState(null, '', '/');
});

test('A device that never answers blocks neither an empty draft nor the next press', async () => {
  await using _ = openDevice();
  using locks = openLocks();
  using __ = useFakeTimeouts();
  using ___ = catchErrors();
  const { openDraftForm, saveDraft } = await load();
  await saveDraft(draftOf('Earlier'));
  sessionStorage.setItem('draft/42', 'draft of Hanging');
  using reads = holdReads();
  const shown: string[] = [];
  const form = openDraftForm('42', (held) => held && shown.push(held.autosave.draft().id));
  await vi.advanceTimersByTimeAsync(patience);
  await eventually(() => expect(shown).toHaveLength(1));
  void form.startAfresh();
  await eventually(() => expect(shown).toHaveLength(2));
  const opening = form.open('draft of Earlier');
  const failure = expect(opening).rejects.toMatchObject({ name: 'TimeoutError' });
  await vi.advanceTimersByTimeAsync(patience);
  await failure;
  void form.startAfresh();
  await eventually(() => expect(shown).toHaveLength(3));
  reads.release();
  await eventually(() => expect(locks.isHeld('draft/draft of Earlier')).toBe(false));
  await eventually(() => expect(locks.isHeld('draft/draft of Hanging')).toBe(false));
  expect(sessionStorage.getItem('draft/42')).toBe(shown[2]);
  form.close();
});

test('saves a text before the form lets go of it for another', async () => {
  await using _ = openDevice();
  using locks = openLocks();
  // The autosave's timer does not run.
  using __ = useFakeTimeouts();
  const { openDraftForm, readDraft } = await load();
  const shown: DraftInForm[] = [];
  const form = openDraftForm('42', (held) => held && shown.push(held));
  await eventually(() => expect(shown).toHaveLength(1));
  const id = shown[0]?.autosave.draft().id ?? '';
  shown[0]?.autosave.change({ title: 'Typed' });
  await form.startAfresh();
  await eventually(() => expect(locks.isHeld(`draft/${id}`)).toBe(false));
  expect(await readDraft(id)).toMatchObject({ post: { title: 'Typed' } });
  form.close();
});

test('A form that is left while its text goes into the outbox keeps the draft from the next form until it is there', async () => {
  await using _ = openDevice();
  using locks = openLocks();
  using __ = useFakeTimeouts();
  const { openDraftForm, saveDraft, deleteDraftWithTombstone } = await load();
  await saveDraft(draftOf('Pressed'));
  sessionStorage.setItem('draft/42', 'draft of Pressed');
  let held: DraftInForm | undefined;
  const show = (now: DraftInForm | undefined) => (held = now);
  const first = openDraftForm('42', show);
  await eventually(() => expect(held?.autosave.shown.get().post.title).toBe('Pressed'));
  const pressed = held?.autosave;
  const onStored = pressed?.beginSubmit();
  first.close();
  const next = openDraftForm('42', show);
  await vi.advanceTimersByTimeAsync(patience);
  await eventually(() => expect(held?.autosave.shown.get().post.title).toBe(''));
  next.close();
  await vi.advanceTimersByTimeAsync(patience);
  expect(locks.isHeld('draft/draft of Pressed')).toBe(true);
  await deleteDraftWithTombstone(pressed?.draft() ?? expect.fail('nothing was pressed'));
  onStored?.();
  await eventually(() => expect(locks.isHeld('draft/draft of Pressed')).toBe(false));
});
