import { authorOf, session } from '../../../src/session/session.ts';
import { applyDecisions, type ConflictResolution, mergeTexts, placesIn } from '../../../src/text/merge/merge-texts.ts';
import { decideConflict } from '../../../src/writing/forms/decide-conflict.ts';
import { type TextsInConflict, unknownText } from '../../../src/writing/record/post-record.ts';
import { readShown } from '../../../src/writing/record/record-store.ts';
import { wordsIn } from '../words.ts';
import type { editScreen } from './edit-screen.ts';
import type { PageEvents } from './page.ts';

/** A place in a text that both edits have changed: the words of the common ancestor (`base`) and of each edit. */
export interface DecidedPlace {
  base: string[];
  mine: string[];
  theirs: string[];
}

export interface Decided {
  /** The id of the record with the conflict. */
  recordId: string;
  postId: string;
  title: string;
  /** The content of the common ancestor, if known. */
  ancestor: string | undefined;
  /** The number of the published version with which the author's text conflicts. */
  theirs: number;
  resolution: ConflictResolution;
  places: DecidedPlace[];
  /** Whether the author edits the decided text in the form before they save it. */
  isEdited: boolean;
}

/** Returns the author's actions while a conflict shows two texts of a post side by side. */
export const editConflict = (
  events: Pick<PageEvents, 'onDecided' | 'onResolved'>,
  { deciding }: Pick<ReturnType<typeof editScreen>, 'deciding'>,
  openEdit: (id: string) => void,
) => {
  const look = (
    record: { id: string; postId?: string | undefined; base?: { number?: number | undefined } | undefined },
    { ancestor, mine, theirs }: TextsInConflict,
    resolution: ConflictResolution,
    isEdited: boolean,
  ) => {
    const { id: recordId, postId = '', base } = record;
    const parts = mergeTexts(ancestor ?? unknownText, mine, theirs);
    const places = placesIn(parts);
    const seen = places.map(({ place }) => ({
      base: wordsIn(place.base),
      mine: wordsIn(place.mine),
      theirs: wordsIn(place.theirs),
    }));
    const number = base?.number ?? 0;
    // Reports the decision before the app stores it: the author has decided even if the tab is killed in between.
    const told = { recordId, postId, title: mine.title, ancestor: ancestor?.content, theirs: number };
    events.onDecided({ ...told, resolution, places: seen, isEdited });
    return applyDecisions(
      parts,
      places.map(() => resolution),
    );
  };

  return {
    /**
     * Resolves every place of one conflict in the same way: the open form's conflict, or else the nth stored conflict.
     *
     * @returns the id of the record with which the author continues in the form
     */
    async decide(nth: number, resolution: ConflictResolution, isEdited: boolean): Promise<string | undefined> {
      const open = deciding();
      if (open) {
        const { decision, button, text } = open;
        const post = look(text.opened, decision, resolution, isEdited);
        await button.decide(decision, post, isEdited ? 'edit' : 'save');
        return isEdited ? text.id : undefined;
      }
      const shown = await readShown(authorOf(session.get()));
      const conflicts = shown.flatMap(({ record, state }) => (state.kind === 'conflict' ? [{ record, state }] : []));
      const found = conflicts[nth % conflicts.length];
      if (!found) return undefined;
      const { record, state } = found;
      const post = look(record, state, resolution, isEdited);
      const isDecided = await decideConflict(record.id, state, post, isEdited ? 'edit' : 'save');
      if (!isDecided) return undefined;
      if (!isEdited) events.onResolved(record.id, record.base?.number ?? 0);
      if (isEdited && record.postId !== undefined) openEdit(record.postId);
      return isEdited ? record.id : undefined;
    },
  };
};
