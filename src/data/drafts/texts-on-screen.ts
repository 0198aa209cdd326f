import type { DraftAutosave } from './draft-autosave.ts';

const keepers = new Set<DraftAutosave>();

/** Registers an autosave whose text is on screen; returns a function that removes it. */
export function trackText(keeper: DraftAutosave): () => void {
  keepers.add(keeper);
  return () => keepers.delete(keeper);
}

const textFields = 'textarea, input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"])';

/** The texts in this page's fields, also in those that no autosave stores. */
export function textsOnScreen(): string[] {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(textFields);
  return [...fields].map(({ value }) => value).filter((text) => text !== '');
}

/** Saves what can be saved. @returns whether the device has every text on screen, so that a reload loses nothing. */
export async function areTextsSaved(): Promise<boolean> {
  await Promise.all([...keepers].map((keeper) => keeper.flush()));
  const shown = [...keepers].map((keeper) => keeper.shown.get());
  const kept = new Set(shown.filter((text) => text.status === 'saved').flatMap(({ post }) => Object.values(post)));
  return textsOnScreen().every((text) => kept.has(text));
}
