import { createForm } from '../../../src/writing/forms/create-form.ts';
import { createBlogButton } from '../../../src/writing/forms/form-button.ts';
import { isBlank } from '../../../src/writing/record/post-record.ts';
import { formOnScreen } from './form-on-screen.ts';
import type { PageEvents } from './page.ts';

/** What people do on Create. */
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
        // Who presses in spite of a doubt has it published once more.
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
    /** @returns the title of the text that has the word now; `undefined` where there was no form to type in. */
    type(title: string, word: string): string | undefined {
      const { text } = screen.writable() ?? {};
      if (!text) return undefined;
      const { post } = text.shown.get();
      const isBegun = !isBlank(post);
      text.change({
        title: isBegun ? post.title : title,
        content: isBegun ? `${post.content}\n\n${word}` : word,
      });
      return isBegun ? post.title : title;
    },
    /**
     * Add picture, in a form of one's own.
     *
     * @returns the text's title and what names the picture in it; `undefined` where it is not added.
     */
    addPicture: async (title: string, file: Uint8Array<ArrayBuffer>) => screen.writable()?.pictures.add(title, file),
    /** Choose picture beside the image URL. @returns the text's title; `undefined` where it is not added. */
    addCover: async (title: string, file: Uint8Array<ArrayBuffer>) => screen.writable()?.pictures.addCover(title, file),
    /** Deletes from the text what names a picture. */
    removePicture(token: string): boolean {
      const { text } = screen.writable() ?? {};
      const words = text?.shown.get().post.content.split('\n\n') ?? [];
      if (!words.includes(token)) return false;
      text?.change({ content: words.filter((word) => word !== token).join('\n\n') });
      return true;
    },
    /** Create Blog. @returns what the author is told, with the text that was pressed. */
    async press() {
      const text = screen.text();
      return text && !isBlank(text) ? screen.press() : undefined;
    },
    openDraft: async (id: string) => form.open(id),
    startAfresh: async () => form.startAfresh(),
  };
}
