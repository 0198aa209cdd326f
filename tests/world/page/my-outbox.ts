import { rememberTabDraft } from '../../../src/data/drafts/tab-draft.ts';
import {
  cancelAndEdit,
  type DiscardedEntry,
  discardEntry,
  publishAnyway,
  retryEntry,
  undoDiscard,
} from '../../../src/data/outbox/entry-actions.ts';
import type { OutboxEntry } from '../../../src/data/outbox/outbox-entry.ts';
import { readOutbox } from '../../../src/data/outbox/outbox-store.ts';
import { session } from '../../../src/data/session/session.ts';
import type { PageEvents } from './page.ts';

/** What people do on My Blogs with what waits there. */
export function myOutbox(events: Pick<PageEvents, 'onPublishAnyway'>, openForm: (editOf?: string) => void) {
  const discarded: DiscardedEntry[] = [];
  const outbox = async () => (await readOutbox()).filter(({ userId }) => userId === session.get().userId);
  const withEntry = async <T>(at: number, work: (entry: OutboxEntry) => Promise<T>): Promise<T | undefined> => {
    const entries = await outbox();
    const entry = entries[at % entries.length];
    return entry && work(entry);
  };

  return {
    outbox,
    /** Cancel and edit, which leads to the form with the text in it. */
    cancel: (at: number) =>
      withEntry(at, async (entry) => {
        if (entry.state.name === 'conflict') return undefined;
        const id = await cancelAndEdit(entry);
        if (id === undefined) return undefined;
        const { work } = entry;
        const editOf = work.kind === 'edit' ? work.postId : undefined;
        rememberTabDraft(entry.userId, id, editOf);
        openForm(editOf);
        return { draftId: id, work };
      }),
    async discard(at: number) {
      const gone = await withEntry(at, discardEntry);
      if (gone) discarded.push(gone);
      return gone?.entry.work;
    },
    async undo() {
      const last = discarded.pop();
      return last && (await undoDiscard(last)) ? last.entry.work.post : undefined;
    },
    retry: (at: number) => withEntry(at, retryEntry),
    /** The author's word on what has arrived in an earlier version. */
    async publishAnyway(at: number) {
      const asked = (await outbox()).filter(({ state }) => state.name === 'arrived');
      const entry = asked[at % asked.length];
      if (!entry) return;
      events.onPublishAnyway(entry);
      await publishAnyway(entry);
    },
  };
}
