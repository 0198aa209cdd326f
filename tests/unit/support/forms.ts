import { expect } from 'vitest';
import type { BringBack } from '../../../src/writing/forms/edit-form.ts';
import type { FormText } from '../../../src/writing/forms/form-text.ts';
import { newRecord, type PostRecord } from '../../../src/writing/record/post-record.ts';
import { catchErrors } from './console.ts';
import { openDevice } from './device.ts';
import { eventually } from './eventually.ts';
import { openLocks } from './locks.ts';
import { openRecordFaults } from './record-faults.ts';

export const author = { token: 'abc', userId: '42' };

export const post = (content: string) => ({ title: '', imgUrl: '', content });

export const unpublished = (id: string, userId: string | null = '42'): PostRecord => newRecord(id, userId);

export const published = (id: string, content: string): PostRecord => ({
  ...unpublished(id),
  postId: id,
  base: { etag: '"1"', number: 1, text: post(content) },
});

/** Returns the data of a `typed` event: a form of the user 42 began with `from`, and now has this content. */
export const typed = (content: string, from = '', rev = 1, form = 'f') => ({
  text: post(content),
  from: post(from),
  rev,
  form,
  userId: '42',
});

/** Imports the modules of forms. Open the backend first. */
export const loadForms = async () => ({
  ...(await import('../../../src/device/timeouts.ts')),
  ...(await import('../../../src/writing/forms/decide-conflict.ts')),
  ...(await import('../../../src/writing/forms/edit-form.ts')),
  ...(await import('../../../src/writing/forms/form-button.ts')),
  ...(await import('../../../src/writing/forms/form-lock.ts')),
  ...(await import('../../../src/writing/forms/form-text.ts')),
  ...(await import('../../../src/writing/forms/hold-record.ts')),
  ...(await import('../../../src/writing/forms/shown-form.ts')),
  ...(await import('../../../src/writing/record/deleted-accounts.ts')),
  ...(await import('../../../src/writing/record/record-store.ts')),
  ...(await import('../../../src/writing/record/tab-backup.ts')),
});

/** Opens browser storage with Web Locks and a database that can be made to fail. Pass `null` for a logged-out user. */
export async function openForms(login: typeof author | null = author) {
  await using owned = new AsyncDisposableStack();
  const device = owned.use(openDevice(login ?? {}));
  const locks = owned.use(openLocks());
  const faults = owned.use(openRecordFaults());
  const errors = owned.use(catchErrors());
  const { openSession } = await import('../../../src/session/session.ts');
  openSession();
  const { pageSender } = await import('../../../src/writing/sender/page-sender.ts');
  owned.defer(() => pageSender().stop());
  const opened = owned.move();
  return { device, locks, faults, errors, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

export const contentOf = (text: FormText | undefined): string | undefined => text?.shown.get().post.content;

/** Returns the contents of the drafts that the user 42 sees, in alphabetical order. */
export async function shownDrafts() {
  const { readShown } = await loadForms();
  return (await readShown('42')).map(({ record }) => record.draft?.text.content).sort();
}

/** Opens the author's form for an edit of the post `p`, as a screen does. */
export async function openEdit(bringBack?: BringBack) {
  const { editForm } = await loadForms();
  const edit = editForm('42', 'p', { bringBack });
  const stop = edit.start();
  return {
    editHere: edit.editHere,
    state: edit.state.get,
    isNow: (kind: string) => eventually(() => expect(edit.state.get().kind).toBe(kind)),
    text: () => edit.held.get(),
    content: () => contentOf(edit.held.get()),
    [Symbol.dispose]: stop,
  };
}
