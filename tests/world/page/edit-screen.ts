import { authorOf, session } from '../../../src/session/session.ts';
import { type EditForm, editForm } from '../../../src/writing/forms/edit-form.ts';
import { formButton } from '../../../src/writing/forms/form-button.ts';
import { isEdit } from '../../../src/writing/record/post-record.ts';
import { readOwn } from '../../../src/writing/record/record-store.ts';
import { readTabBackups } from '../../../src/writing/record/tab-backup.ts';
import { type DraftOnDevice, draftOf } from '../texts-on-device.ts';
import { wordsIn } from '../words.ts';
import { formOnScreen } from './form-on-screen.ts';
import type { PageEvents } from './page.ts';

/** Returns the author's actions on `/blog/{id}/edit`, for one post at a time. */
export function editScreen(events: Pick<PageEvents, 'onShown'>) {
  let open:
    | { id: string; author: string; editing: EditForm; screen: ReturnType<typeof look>; leave: () => void }
    | undefined;
  const leaveEdit = () => {
    open?.leave();
    open = undefined;
  };
  // Leaves the form once the edit is saved, as the app does when it opens the post.
  const look = ({ held }: EditForm) =>
    formOnScreen(
      held,
      (text) => formButton(held, text, ({ kind }) => (kind === 'gone' ? undefined : leaveEdit())),
      events,
    );

  // The form closes when its author's login ends.
  session.subscribe(() => {
    if (open && authorOf(session.get()) !== open.author) leaveEdit();
  });

  return {
    openEdit(id: string): void {
      leaveEdit();
      const author = authorOf(session.get());
      if (author === null) return;
      const editing = editForm(author, id);
      const screen = look(editing);
      open = { id, author, editing, screen, leave: editing.start() };
    },
    leaveEdit,
    /** Returns the id of the post whose edit is open. */
    openEditId: () => open?.id,
    editedText: () => open?.screen.text(),
    editBeingSent: () => open?.screen.textBeingSent(),
    editToKeep: () => open?.screen.textToKeep(),
    editedDraft: () => open?.screen.draft(),
    deciding: () => open?.screen.deciding(),
    /** Returns whether another tab has the edit open instead. */
    isEditedElsewhere(): boolean {
      const { state, held } = open?.editing ?? {};
      return state?.get().kind === 'open elsewhere' || held?.get()?.shown.get().status === 'taken over';
    },
    editHere: async () => open?.editing.editHere(),
    /**
     * Types a word over a paragraph, or after the last one.
     *
     * @returns the post's title and the replaced words; `undefined` if no form can be typed in
     */
    typeEdit(at: number, word: string): { title: string; over: string[] } | undefined {
      const { text } = open?.screen.writable() ?? {};
      if (!text) return undefined;
      const { title, content } = text.shown.get().post;
      const paragraphs = paragraphsIn(content);
      const [over = ''] = paragraphs.splice(at % (paragraphs.length + 1), 1, word);
      text.change({ content: paragraphs.join('\n\n') });
      return { title, over: wordsIn(over) };
    },
    /**
     * Removes a paragraph, unless it is the only one.
     *
     * @returns the post's title and the removed words; `undefined` if nothing was removed
     */
    removeParagraph(at: number): { title: string; removed: string[] } | undefined {
      const { text } = open?.screen.writable() ?? {};
      if (!text) return undefined;
      const { title, content } = text.shown.get().post;
      const paragraphs = paragraphsIn(content);
      if (paragraphs.length < 2) return undefined;
      const [removed = ''] = paragraphs.splice(at % paragraphs.length, 1);
      text.change({ content: paragraphs.join('\n\n') });
      return { title, removed: wordsIn(removed) };
    },
    /**
     * Presses "Save changes".
     *
     * @returns what the author is told, and the submitted text; `isUntouched` if nothing was changed
     */
    saveChanges: async () => open?.screen.press(),
    /** Returns the drafts of one post's edits, including backups in this tab's session storage. */
    async editDrafts(userId: string, postId: string): Promise<DraftOnDevice[]> {
      const records = await readOwn(userId, readTabBackups());
      return records.flatMap((record) => (isEdit(record) && record.postId === postId && draftOf(record)) || []);
    },
  };
}

const paragraphsIn = (content: string): string[] => content.split(/\n{2,}/).filter((paragraph) => paragraph !== '');
