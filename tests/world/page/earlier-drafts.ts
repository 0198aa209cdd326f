import { authorOf, session } from '../../../src/session/session.ts';
import { myWriting } from '../../../src/writing/my-writing.ts';
import type { PostRecord } from '../../../src/writing/record/post-record.ts';
import { readDrafts } from '../../../src/writing/record/read-writing.ts';

/** What people do with the earlier drafts below the form. */
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
    /** @returns the text that its author has back. */
    async takeBack(at: number) {
      const record = await listed(at, ({ draft }) => draft?.discarded !== undefined);
      return record && (await writing.takeBack(record)) ? record.draft?.text : undefined;
    },
  };
}
