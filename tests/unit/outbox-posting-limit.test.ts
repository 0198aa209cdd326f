import { expect, test } from 'vitest';
import { openOwnBackend } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { openLocks } from './support/locks.ts';
import { draftOf } from './support/outbox.ts';

const author = { token: 'abc', userId: '42' };
const hour = 3_600;

test('a post beyond what an author may publish an hour waits in the outbox for as long as the backend says', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  using ___ = catchErrors();
  await using _backend = await openOwnBackend(() => ({ status: 429, headers: { 'Retry-After': String(hour) } }));
  const { openSession } = await import('../../src/data/session/session.ts');
  const { submitPost } = await import('../../src/data/outbox/submit.ts');
  const { readOutbox } = await import('../../src/data/outbox/outbox-store.ts');
  openSession();
  const began = Date.now();
  expect(await submitPost(draftOf('One too many'))).toBe('waiting');
  const [entry] = await readOutbox();
  const heldUntil = entry?.state.name === 'waiting' ? entry.state.heldUntil : undefined;
  expect(heldUntil).toBeGreaterThanOrEqual(began + hour * 1000);
});
