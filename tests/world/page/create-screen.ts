import { isBlank } from '../../../src/data/drafts/drafts.ts';
import { createForm } from '../../../src/data/drafts/shown-form.ts';
import { createBlogButton } from '../../../src/data/outbox/submit-form.ts';
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
  const screen = formOnScreen(form, (held) => createBlogButton(form, held, openForm), {
    onShown: events.onShown,
    onProgress(progress, before, { id, post, savedAt }) {
      // Who presses in spite of a doubt has it published once more.
      if (progress === 'sending' && before === 'in doubt') events.onPublishAnyway(`${id} at ${savedAt}`, post);
      if (progress === 'sending') events.onPress(post);
      if (progress === 'taken' || progress === 'waiting') events.onAway(post);
    },
  });

  return {
    openForm,
    leaveForm() {
      leave?.();
      leave = undefined;
    },
    hasForm: () => leave !== undefined,
    text: screen.text,
    /** @returns the title of the text that has the word now; `undefined` where there was no form to type in. */
    type(title: string, word: string): string | undefined {
      const { autosave } = screen.writable() ?? {};
      if (!autosave) return undefined;
      const { post } = autosave.shown.get();
      const isBegun = !isBlank(post);
      autosave.change({
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
      const { autosave } = screen.writable() ?? {};
      const words = autosave?.shown.get().post.content.split('\n\n') ?? [];
      if (!words.includes(token)) return false;
      autosave?.change({ content: words.filter((word) => word !== token).join('\n\n') });
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
