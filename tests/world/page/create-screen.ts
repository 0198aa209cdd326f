import { createForm } from '../../../src/writing/forms/create-form.ts';
import { createBlogButton } from '../../../src/writing/forms/form-button.ts';
import { isBlank } from '../../../src/writing/record/post-record.ts';
import { formOnScreen } from './form-on-screen.ts';
import type { PageEvents } from './page.ts';

/** Returns the author's actions on the Create screen. */
export function createScreen(events: Pick<PageEvents, 'onShown' | 'onPress' | 'onAway' | 'onPublishAnyway'>) {
  const form = createForm();
  let leave: (() => void) | undefined;
  const openForm = () => {
    leave?.();
    leave = form.start();
  };
  const screen = formOnScreen(
    form.held,
    (text) => createBlogButton(form, text, (_, isReloading) => isReloading && openForm()),
    {
      onShown: events.onShown,
      onProgress({ kind }, before, { id, post }, isHeard) {
        // An author who presses "Create Blog" although the text may be published wants it published once more.
        if (kind === 'sending' && before.kind === 'in doubt') events.onPublishAnyway(`${id} again`, post);
        if (kind === 'sending') events.onPress(post, id);
        if (kind === 'taken' || kind === 'waiting') events.onAway(post, isHeard || kind === 'taken');
      },
    },
  );

  return {
    openForm,
    leaveForm() {
      leave?.();
      leave = undefined;
    },
    hasForm: () => leave !== undefined,
    text: screen.text,
    textBeingSent: screen.textBeingSent,
    textToKeep: screen.textToKeep,
    /** Types a word as a new paragraph. @returns the text's title; `undefined` if no form can be typed in */
    type(title: string, word: string): string | undefined {
      const { text } = screen.writable() ?? {};
      if (!text) return undefined;
      const { post } = text.shown.get();
      const isBegun = !isBlank(post);
      text.change({ title: isBegun ? post.title : title, content: isBegun ? `${post.content}\n\n${word}` : word });
      return isBegun ? post.title : title;
    },
    /**
     * Presses "Add picture", if the author can type in the form.
     *
     * @returns the text's title and the picture's Markdown; `undefined` if it is not added
     */
    addPicture: async (title: string, file: Uint8Array<ArrayBuffer>) => screen.writable()?.pictures.add(title, file),
    /** Presses "Choose picture" beside the image URL. @returns the text's title; `undefined` if it is not added */
    addCover: async (title: string, file: Uint8Array<ArrayBuffer>) => screen.writable()?.pictures.addCover(title, file),
    /** Deletes a picture's Markdown from the text. */
    removePicture(token: string): boolean {
      const { text } = screen.writable() ?? {};
      const words = text?.shown.get().post.content.split('\n\n') ?? [];
      if (!words.includes(token)) return false;
      text?.change({ content: words.filter((word) => word !== token).join('\n\n') });
      return true;
    },
    /** Presses "Create Blog". @returns what the author is told, and the submitted text */
    async press() {
      const text = screen.text();
      return text && !isBlank(text) ? screen.press() : undefined;
    },
    openDraft: async (id: string) => form.open(id),
    startAfresh: async () => form.startAfresh(),
  };
}
