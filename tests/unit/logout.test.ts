import { expect, test } from 'vitest';
import { openForms, shownDrafts } from './support/forms.ts';
import { draftOf, post, putRecords } from './support/writing.ts';

test("a logout removes the ids of the user's deleted posts, and keeps the user's draft", async () => {
  await using forms = await openForms();
  const { clearSessionData } = await import('../../src/account/clear-session-data.ts');
  const { removeDeletedPosts } = await import('../../src/reading/answers/confirmed-writes.ts');
  await putRecords(draftOf('Mine'));
  await removeDeletedPosts(['deleted by Ada']);
  expect(await forms.device.records()).toContain('deleted by Ada');
  localStorage.removeItem('token');
  dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  await clearSessionData();
  expect(await forms.device.records()).not.toContain('deleted by Ada');
  expect(await shownDrafts()).toEqual([post('Mine').content]);
});
