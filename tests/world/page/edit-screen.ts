import { readAllDrafts } from '../../../src/data/drafts/all-drafts.ts';
import { isUntouched } from '../../../src/data/drafts/drafts.ts';
import { editPost, type PostEditing } from '../../../src/data/edits/post-editing.ts';
import { authorOf, session } from '../../../src/data/session/session.ts';
import { wordsIn } from '../words.ts';
import { formOnScreen } from './form-on-screen.ts';
import type { PageEvents } from './page.ts';

/** What people do on `/blog/{id}/edit`, of one post at a time. */
export function editScreen(events: Pick<PageEvents, 'onShown'>) {
  let open: { id: string; author: string; screen: ReturnType<typeof look>; leave: () => void } | undefined;
  const leaveEdit = () => {
    open?.leave();
    open = undefined;
  };
  // Who has saved an edit is led to its post.
  const look = ({ form, button }: PostEditing) => formOnScreen(form, (held) => button(held, leaveEdit), events);

  // Whose login has ended does not go on.
  session.subscribe(() => {
    if (open && authorOf(session.get()) !== open.author) leaveEdit();
  });

  return {
    openEdit(id: string): void {
      leaveEdit();
      const author = authorOf(session.get());
      if (author === null) return;
      const editing = editPost(author, id);
      const screen = look(editing);
      open = { id, author, screen, leave: editing.start() };
    },
    leaveEdit,
    /** The id of the post whose edit is open. */
    openEditId: () => open?.id,
    editedText: () => open?.screen.text(),
    editedDraft: () => open?.screen.draft(),
    /**
     * Types a word over a paragraph, or behind the last one.
     *
     * @returns the words that were there; `undefined` where there was no form to type in.
     */
    typeEdit(at: number, word: string): { title: string; over: string[] } | undefined {
      const { autosave } = open?.screen.writable() ?? {};
      if (!autosave) return undefined;
      const { title, content } = autosave.shown.get().post;
      const paragraphs = content.split(/\n{2,}/).filter((paragraph) => paragraph !== '');
      const [over = ''] = paragraphs.splice(at % (paragraphs.length + 1), 1, word);
      autosave.change({ content: paragraphs.join('\n\n') });
      return { title, over: wordsIn(over) };
    },
    /**
     * Removes a paragraph of a text that has others.
     *
     * @returns its words; `undefined` where it is the only one, or there was no form.
     */
    removeParagraph(at: number): { title: string; removed: string[] } | undefined {
      const { autosave } = open?.screen.writable() ?? {};
      if (!autosave) return undefined;
      const { title, content } = autosave.shown.get().post;
      const paragraphs = content.split(/\n{2,}/).filter((paragraph) => paragraph !== '');
      if (paragraphs.length < 2) return undefined;
      const [removed = ''] = paragraphs.splice(at % paragraphs.length, 1);
      autosave.change({ content: paragraphs.join('\n\n') });
      return { title, removed: wordsIn(removed) };
    },
    /**
     * Save changes.
     *
     * @returns what the author is told, with what was pressed; `isUntouched` where nothing was changed.
     */
    async saveChanges() {
      const pressed = await open?.screen.press();
      return pressed && { ...pressed, isUntouched: isUntouched(pressed.draft) };
    },
    editDrafts: (userId: string, postId: string) => readAllDrafts(userId, postId),
  };
}
