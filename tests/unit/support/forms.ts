import type { FormText } from '../../../src/writing/forms/form-text.ts';
import { newRecord, type PostRecord } from '../../../src/writing/record/post-record.ts';
import { catchErrors } from './console.ts';
import { openDevice } from './device.ts';
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

/** Opens a device with Web Locks and a database that can be made to fail. `null`: nobody is logged in. */
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
