import type { DraftInForm } from '../../../src/data/drafts/draft-form.ts';
import { authorOf, session } from '../../../src/data/session/session.ts';

/** A form is submitted once at a time; nothing can be typed in it meanwhile. */
export function oneSubmit() {
  let sending: DraftInForm | undefined;
  return {
    isWritable: (form: DraftInForm | undefined): form is DraftInForm =>
      form !== undefined &&
      form !== sending &&
      !form.autosave.isSubmitted &&
      form.autosave.draft().userId === authorOf(session.get()),
    async submit<T>(form: DraftInForm, work: (form: DraftInForm) => Promise<T>): Promise<T | undefined> {
      if (form === sending || form.autosave.isSubmitted) return undefined;
      sending = form;
      try {
        return await work(form);
      } finally {
        if (sending === form) sending = undefined;
      }
    },
  };
}
