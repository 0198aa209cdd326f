import { publishAnyway, retryEntry } from '../../../src/data/outbox/entry-actions.ts';
import { actionsOf, type EntryAction, myOutbox as openMyOutbox } from '../../../src/data/outbox/my-outbox.ts';
import type { OutboxEntry } from '../../../src/data/outbox/outbox-entry.ts';
import { readOutbox } from '../../../src/data/outbox/outbox-store.ts';
import { session } from '../../../src/data/session/session.ts';
import type { PageEvents } from './page.ts';

/** What people do on My Blogs with what waits there. */
export function myOutbox(events: Pick<PageEvents, 'onPublishAnyway'>, openForm: (editOf?: string) => void) {
  const mine = openMyOutbox();
  const outbox = async () => (await readOutbox()).filter(({ userId }) => userId === session.get().userId);
  const entryAt = async (at: number): Promise<{ entry?: OutboxEntry; actions: EntryAction[] }> => {
    const entries = await outbox();
    const entry = entries[at % entries.length];
    return entry ? { entry, actions: actionsOf(entry, entries) } : { actions: [] };
  };

  return {
    outbox,
    /** Cancel and edit, which leads to the form with the text in it. */
    async cancel(at: number) {
      const { entry, actions } = await entryAt(at);
      if (!entry || !actions.includes('cancel and edit') || !(await mine.edit(entry))) return undefined;
      const { id: draftId, work } = entry;
      openForm(work.kind === 'edit' ? work.postId : undefined);
      return { draftId, work };
    },
    /** Discard, or Undo delete. @returns what was taken out. */
    async discard(at: number) {
      const { entry, actions } = await entryAt(at);
      if (!entry) return undefined;
      await (actions.includes('discard') ? mine.discard(entry) : mine.undoDelete(entry));
      return mine.notices.get().sentFirst ? undefined : entry.work;
    },
    undo: async () => (await mine.undo())?.work.post,
    async retry(at: number) {
      const { entry, actions } = await entryAt(at);
      if (entry && actions.includes('retry')) await retryEntry(entry);
    },
    /** The author's word on what has arrived in an earlier version. */
    async publishAnyway(at: number) {
      const asked = (await outbox()).filter(({ state }) => state.name === 'arrived');
      const entry = asked[at % asked.length];
      if (!entry) return;
      events.onPublishAnyway(entry.id, entry.work.post);
      await publishAnyway(entry);
    },
  };
}
