import type { NewPost } from '../../contract/posts.ts';

/** A draft that a form shows and saves. */
interface TextOnScreen {
  shown: { get(): { status: string; post: NewPost } };
  /** Saves the text on screen. Never rejects. */
  flush(): Promise<void>;
}

const forms = new Set<TextOnScreen>();

/** Registers a draft that is on screen; returns a function that removes it. */
export function trackText(form: TextOnScreen): () => void {
  forms.add(form);
  return () => forms.delete(form);
}

const textFields = 'textarea, input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"])';

/** Returns the texts in this page's fields, including fields that no form saves. */
export function textsOnScreen(): string[] {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(textFields);
  return [...fields].map(({ value }) => value).filter((text) => text !== '');
}

/** Saves all drafts on screen. @returns whether every text on screen is saved, so that a reload loses nothing. */
export async function areTextsSaved(): Promise<boolean> {
  await Promise.all([...forms].map((form) => form.flush()));
  const shown = [...forms].map((form) => form.shown.get());
  const kept = new Set(shown.filter((text) => text.status === 'saved').flatMap(({ post }) => Object.values(post)));
  return textsOnScreen().every((text) => kept.has(text));
}
