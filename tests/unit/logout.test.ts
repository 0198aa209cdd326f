import { expect, test, vi } from 'vitest';
import { json, openOwnBackend } from './support/backend.ts';
import { openDevice } from './support/device.ts';
import { openLocks } from './support/locks.ts';
import { draftOf } from './support/outbox.ts';

const ada = { token: 'token of ada', userId: '42' };

async function openTab() {
  vi.resetModules();
  const { openSession } = await import('../../src/data/session/session.ts');
  const { clearSessionData } = await import('../../src/data/session/clear-session-data.ts');
  const { openTabDraft } = await import('../../src/data/drafts/tab-draft.ts');
  const { saveDraft } = await import('../../src/data/drafts/drafts.ts');
  const { startSession } = await import('../../src/data/session/accept-login.ts');
  openSession();
  return { forgetPrivate: clearSessionData, openTabDraft, saveDraft, startSession };
}

const logOutElsewhere = () => {
  localStorage.removeItem('token');
  dispatchEvent(new StorageEvent('storage', { key: 'token' }));
};

test('A logout removes the tab’s draft id and the user’s deleted posts', async () => {
  await using device = openDevice(ada);
  using _ = openLocks();
  const { forgetPrivate, openTabDraft, saveDraft, startSession } = await openTab();
  const { removeDeletedPost } = await import('../../src/data/cache/confirmed-writes.ts');
  await saveDraft(draftOf('Mine'));
  (await openTabDraft('42')).release();
  await removeDeletedPost('deleted by Ada');
  expect(Object.keys(sessionStorage)).toEqual(['draft/42']);
  expect(await device.records()).toContain('deleted by Ada');
  logOutElsewhere();
  await forgetPrivate();
  expect(Object.keys(sessionStorage)).toEqual([]);
  expect(await device.records()).not.toContain('deleted by Ada');
  startSession(ada);
  const { draft, release } = await openTabDraft('42');
  expect(draft.post.title).toBe('Mine');
  release();
});

test('Another tab forgets its draft’s user too, and keeps the draft of who logs in', async () => {
  await using _ = openDevice(ada);
  using __ = openLocks();
  await using ___ = await openOwnBackend(() => json([]));
  await openTab();
  const { startOutboxScheduler } = await import('../../src/data/outbox/outbox-scheduler.ts');
  startOutboxScheduler();
  for (const key of ['draft/', 'draft/42', 'draft/7', 'draft-backup/of ada']) sessionStorage.setItem(key, 'an id');
  localStorage.setItem('userId', '7');
  localStorage.setItem('token', 'token of bob');
  dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  expect(Object.keys(sessionStorage).sort()).toEqual(['draft-backup/of ada', 'draft/', 'draft/7']);
  logOutElsewhere();
  expect(Object.keys(sessionStorage).sort()).toEqual(['draft-backup/of ada', 'draft/']);
});
