import { readAllDrafts, restoreListedDraft } from '../../../src/data/drafts/all-drafts.ts';
import type { Draft } from '../../../src/data/drafts/drafts.ts';
import { authorOf, session } from '../../../src/data/session/session.ts';

/** What people do with the earlier drafts below the form. */
export function earlierDrafts(open: (id: string) => Promise<unknown>) {
  const listed = async (at: number, isMeant: (draft: Draft) => boolean): Promise<Draft | undefined> => {
    const drafts = (await readAllDrafts(authorOf(session.get()))).filter(isMeant);
    return drafts[at % drafts.length];
  };

  return {
    async openEarlier(at: number) {
      const draft = await listed(at, ({ discardedAt }) => discardedAt === undefined);
      if (draft) await open(draft.id);
    },
    /** @returns the text that its author has back. */
    async takeBack(at: number) {
      const draft = await listed(at, ({ discardedAt }) => discardedAt !== undefined);
      return draft && (await restoreListedDraft(draft)) ? draft.post : undefined;
    },
  };
}
