import type { DraftKeeper } from './draft-keeper.ts';

const keepers = new Set<DraftKeeper>();

/** Says that this keeper's text is on screen; returns the way to say that it left. */
export function showText(keeper: DraftKeeper): () => void {
  keepers.add(keeper);
  return () => keepers.delete(keeper);
}

const textFields = 'textarea, input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"])';

/** What stands in the fields of this page, whoever put it there. */
export function textsOnScreen(): string[] {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(textFields);
  return [...fields].map(({ value }) => value).filter((text) => text !== '');
}

/** Keeps what can be kept, and says whether all that stands on screen lies on the device: the page may be reloaded. */
export async function areTextsKept(): Promise<boolean> {
  await Promise.all([...keepers].map((keeper) => keeper.flush()));
  const shown = [...keepers].map((keeper) => keeper.shown.get());
  const kept = new Set(shown.filter((text) => text.kept === 'saved').flatMap(({ post }) => Object.values(post)));
  return textsOnScreen().every((text) => kept.has(text));
}
