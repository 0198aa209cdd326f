import { authorOf, session } from '../../../src/session/session.ts';
import { actionsOf, myWriting as openMyWriting, type WritingAction } from '../../../src/writing/my-writing.ts';
import type { PostRecord } from '../../../src/writing/record/post-record.ts';
import { readShown } from '../../../src/writing/record/record-store.ts';
import { type Waiting, waitingOf } from '../texts-on-device.ts';
import type { PageEvents } from './page.ts';

/** Returns the author's actions on the waiting texts in My Blogs. */
export function myWriting(events: Pick<PageEvents, 'onPublishAnyway'>, openForm: (editOf?: string) => void) {
  const mine = openMyWriting();
  const shown = async () => {
    const all = await readShown(authorOf(session.get()));
    return all.filter(({ record }) => record.pending).sort((a, b) => atOf(a.record) - atOf(b.record));
  };
  const at = async (nth: number): Promise<{ record?: PostRecord; waiting?: Waiting; actions: WritingAction[] }> => {
    const all = await shown();
    const one = all[nth % all.length];
    const waiting = one && waitingOf(one);
    return one && waiting ? { record: one.record, waiting, actions: actionsOf(one) } : { actions: [] };
  };

  return {
    waiting: async (): Promise<Waiting[]> => (await shown()).flatMap((one) => waitingOf(one) ?? []),
    /** Presses "Cancel and edit", which opens the text in the form. */
    async cancel(nth: number) {
      const { record, waiting, actions } = await at(nth);
      if (!record || !waiting || !actions.includes('cancel and edit') || !(await mine.edit(record))) return undefined;
      const { work, key } = waiting;
      openForm(work.kind === 'edit' ? work.postId : undefined);
      return { draftId: record.id, key, work };
    },
    /** Presses "Discard" or "Undo delete". @returns the withdrawn work, and the keys of calls that may have arrived */
    async discard(nth: number) {
      const { record, waiting, actions } = await at(nth);
      if (!record) return undefined;
      await (actions.includes('discard') ? mine.discard(record) : mine.undoDelete(record));
      if (mine.notices.get().openElsewhere || !waiting) return undefined;
      return { work: waiting.work, keys: [waiting.key, ...record.unanswered.map(({ key }) => key)] };
    },
    /** Presses "Undo". @returns the restored text */
    undo: () => takeBackIn(mine, mine.notices.get().discarded),
    async retry(nth: number) {
      const { record, actions } = await at(nth);
      if (record && actions.includes('retry')) await mine.retry(record);
    },
    /** Publishes the text as a second post, although an earlier version of it may be published. */
    async publishAnyway(nth: number) {
      const asked = (await shown()).filter(({ state }) => state.kind === 'published');
      const { record } = asked[nth % asked.length] ?? {};
      if (record?.pending?.kind !== 'text') return;
      events.onPublishAnyway(`${record.id} too`, record.pending.text);
      await mine.publishToo(record);
    },
  };
}

const atOf = ({ pending }: PostRecord): number => pending?.at ?? 0;

/** Restores a discarded draft. @returns its text; `undefined` if there was none, or it is not restored */
export const takeBackIn = async (writing: ReturnType<typeof openMyWriting>, record: PostRecord | undefined) =>
  record && (await writing.takeBack(record)) ? record.draft?.text : undefined;
