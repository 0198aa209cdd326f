import { authorOf, session } from '../../../src/session/session.ts';
import { myWriting } from '../../../src/writing/my-writing.ts';
import type { PostRecord } from '../../../src/writing/record/post-record.ts';
import { readDrafts } from '../../../src/writing/record/read-writing.ts';
import type { WaitingWork } from '../texts-on-device.ts';
import { takeBackIn } from './my-writing.ts';

/** Returns the author's actions on the earlier drafts below the form. @param open opens a draft in the form */
export function earlierDrafts(open: (id: string) => Promise<unknown>) {
  const writing = myWriting();
  const nth = async (at: number, isDiscarded: boolean): Promise<PostRecord | undefined> => {
    const all = await readDrafts(authorOf(session.get()));
    const drafts = all.filter(({ draft }) => (draft?.discarded !== undefined) === isDiscarded);
    return drafts[at % drafts.length];
  };

  return {
    async openEarlier(at: number) {
      const record = await nth(at, false);
      if (record) await open(record.id);
    },
    /** Discards the nth draft. @returns the discarded work, and the keys of its calls that may have arrived */
    async discardEarlier(at: number): Promise<{ work: WaitingWork; keys: string[] } | undefined> {
      const record = await nth(at, false);
      if (!record?.draft) return undefined;
      await writing.discard(record);
      if (writing.notices.get().openElsewhere) return undefined;
      return { work: { kind: 'publish', post: record.draft.text }, keys: record.unanswered.map(({ key }) => key) };
    },
    /** Presses "Undo". @returns the restored text */
    undoDiscard: () => takeBackIn(writing, writing.notices.get().discarded),
    /** Restores the nth discarded draft. @returns its text */
    takeBack: async (at: number) => takeBackIn(writing, await nth(at, true)),
  };
}
