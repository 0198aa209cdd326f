import { expect, test } from 'vitest';
import type { EditBase } from '../../src/data/drafts/drafts.ts';
import type { EntryState } from '../../src/data/outbox/outbox-entry.ts';
import { openOwnBackend, status } from './support/backend.ts';
import { openDevice } from './support/device.ts';
import { openLocks } from './support/locks.ts';
import { entryOf, post } from './support/outbox.ts';

const versionOf = (version: number, title: string): EditBase => ({
  version,
  etag: `"${version}"`,
  texts: post(title),
});

const inConflictWith = (theirs: EditBase) => {
  const state: EntryState = { name: 'conflict', theirs };
  const work = { kind: 'edit', postId: '7', post: post('Mine'), base: versionOf(1, 'Published') } as const;
  return entryOf('Mine', { work, state });
};

test.each(['resolveConflict', 'editResolved'] as const)(
  'what was decided on one version of a post is not applied to the next (%s)',
  async (action) => {
    await using _ = openDevice({ token: 'abc', userId: '42' });
    using __ = openLocks();
    await using backend = await openOwnBackend(() => status(500));
    const actions = await import('../../src/data/outbox/entry-actions.ts');
    const { putEntry, readOutbox } = await import('../../src/data/outbox/outbox-store.ts');
    const { listEditDrafts } = await import('../../src/data/drafts/drafts.ts');
    // Its author still looks at the version before.
    const [shown, stored] = [inConflictWith(versionOf(2, 'Theirs')), inConflictWith(versionOf(3, 'Theirs, later'))];
    await putEntry(stored);
    expect(await actions[action](shown, post('Decided'))).toBeUndefined();
    expect(await readOutbox()).toEqual([stored]);
    expect(await listEditDrafts('42')).toEqual([]);
    expect(await backend.settled()).toEqual([]);
  },
);
