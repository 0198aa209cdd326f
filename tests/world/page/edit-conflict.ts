import { applyDecisions, type ConflictResolution } from '../../../src/data/edits/merge-texts.ts';
import { placesToDecide } from '../../../src/data/edits/places-to-decide.ts';
import { editResolved, resolveConflict } from '../../../src/data/outbox/entry-actions.ts';
import { isEdit } from '../../../src/data/outbox/outbox-entry.ts';
import { readOutbox } from '../../../src/data/outbox/outbox-store.ts';
import { authorOf, session } from '../../../src/data/session/session.ts';
import { wordsIn } from '../words.ts';
import type { PageEvents } from './page.ts';

/** A place where two edits have changed the same, with the words of each, and of what they began from. */
export interface DecidedPlace {
  base: string[];
  mine: string[];
  theirs: string[];
}

export interface Decided {
  /** Of the edit in the outbox that waits for it. */
  entryId: string;
  postId: string;
  title: string;
  /** The version that both edits began from, and the one that the other has made. */
  versions: { base: number; theirs: number };
  resolution: ConflictResolution;
  places: DecidedPlace[];
  /** The author goes on with it in the form. */
  isEdited: boolean;
}

/** What people do where two edits of a post are shown side by side. */
export const editConflict = (events: Pick<PageEvents, 'onDecided' | 'onResolved'>, openEdit: (id: string) => void) => ({
  /**
   * Takes the same resolution at each place of the nth edit that waits for it.
   *
   * @returns the draft in which its author goes on with it.
   */
  async decide(nth: number, resolution: ConflictResolution, isEdited: boolean): Promise<string | undefined> {
    const author = authorOf(session.get());
    const conflicts = (await readOutbox())
      .filter(isEdit)
      .filter(({ userId, state }) => userId === author && state.name === 'conflict');
    const entry = conflicts[nth % conflicts.length];
    if (entry?.state.name !== 'conflict') return undefined;
    const { work, state } = entry;
    const { postId, post: own, base } = work;
    const { parts, places } = placesToDecide({ base: base.texts, mine: own, theirs: state.theirs.texts });
    const post = applyDecisions(
      parts,
      places.map(() => resolution),
    );
    const seen = places.map(({ place }) => ({
      base: wordsIn(place.base),
      mine: wordsIn(place.mine),
      theirs: wordsIn(place.theirs),
    }));
    const versions = { base: base.version, theirs: state.theirs.version };
    // Before it is stored: whoever is killed in between has decided all the same.
    events.onDecided({ entryId: entry.id, postId, title: own.title, versions, resolution, places: seen, isEdited });
    if (!isEdited) {
      const sentAs = await resolveConflict(entry, post);
      if (sentAs !== undefined) events.onResolved(sentAs, versions.theirs);
      return undefined;
    }
    const draftId = await editResolved(entry, post);
    if (draftId !== undefined) openEdit(postId);
    return draftId;
  },
});
