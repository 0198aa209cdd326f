import { authorOf, session } from '../../../src/session/session.ts';
import { myWriting } from '../../../src/writing/my-writing.ts';
import type { PostRecord } from '../../../src/writing/record/post-record.ts';
import { readDrafts } from '../../../src/writing/record/read-writing.ts';
import type { WaitingWork } from '../texts-on-device.ts';

/** The actions on the earlier drafts below the form. */
export function earlierDrafts(open: (id: string) => Promise<unknown>) {
  const writing = myWriting();
  const listed = async (at: number, isMeant: (record: PostRecord) => boolean): Promise<PostRecord | undefined> => {
    const drafts = (await readDrafts(authorOf(session.get()))).filter(isMeant);
    return drafts[at % drafts.length];
  };

  return {
    async openEarlier(at: number) {
      const record = await listed(at, ({ draft }) => draft?.discarded === undefined);
      if (record) await open(record.id);
    },
    /** Discards the nth draft. @returns the discarded work, and the keys of its calls that may have arrived */
    async discardEarlier(at: number): Promise<{ work: WaitingWork; keys: string[] } | undefined> {
      const record = await listed(at, ({ draft }) => draft?.discarded === undefined);
      if (!record?.draft) return undefined;
      await writing.discard(record);
      if (writing.notices.get().openElsewhere) return undefined;
      return { work: { kind: 'publish', post: record.draft.text }, keys: record.unanswered.map(({ key }) => key) };
    },
    /** Presses "Undo". @returns the restored text */
    async undoDiscard() {
      const { discarded } = writing.notices.get();
      return discarded && (await writing.takeBack(discarded)) ? discarded.draft?.text : undefined;
    },
    /** Restores the nth discarded draft. @returns its text */
    async takeBack(at: number) {
      const record = await listed(at, ({ draft }) => draft?.discarded !== undefined);
      return record && (await writing.takeBack(record)) ? record.draft?.text : undefined;
    },
  };
}
