import { expect, test, vi } from 'vitest';
import type { CreateForm } from '../../src/writing/forms/create-form.ts';
import { openDevice } from './support/device.ts';
import { eventually } from './support/eventually.ts';
import { openLocks } from './support/locks.ts';
import { draftOf, putRecords } from './support/writing.ts';

const ada = { token: 'token of ada', userId: '42' };

/** Opens the form of Create, and waits for its text. */
async function opened(form: CreateForm) {
  const stop = form.start();
  const text = await eventually(() => form.held.get() ?? expect.fail('no text yet'));
  return { text, stop };
}

async function openTab() {
  vi.resetModules();
  const { openSession } = await import('../../src/session/session.ts');
  const { clearSessionData } = await import('../../src/account/clear-session-data.ts');
  const { createForm } = await import('../../src/writing/forms/create-form.ts');
  const { startSession } = await import('../../src/session/start-session.ts');
  openSession();
  return { forgetPrivate: clearSessionData, openForm: () => opened(createForm()), startSession };
}

const logOutElsewhere = () => {
  localStorage.removeItem('token');
  dispatchEvent(new StorageEvent('storage', { key: 'token' }));
};

test("a logout forgets the user's deleted posts, and keeps the user's draft", async () => {
  await using device = openDevice(ada);
  using _ = openLocks();
  const { forgetPrivate, openForm, startSession } = await openTab();
  const { removeDeletedPosts } = await import('../../src/reading/answers/confirmed-writes.ts');
  await putRecords(draftOf('Mine'));
  const { text: before, stop } = await openForm();
  stop();
  await before.settled();
  await removeDeletedPosts(['deleted by Ada']);
  expect(await device.records()).toContain('deleted by Ada');
  logOutElsewhere();
  await forgetPrivate();
  expect(await device.records()).not.toContain('deleted by Ada');
  startSession(ada);
  const { text, stop: leave } = await openForm();
  expect(text.shown.get().post.title).toBe('Mine');
  leave();
});
