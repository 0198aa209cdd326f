import type { Edit, Written } from '../../../src/app/text/edit-text.ts';

/** Parses a text in which `|` marks the caret, or two `|` enclose the selection. */
export function written(marked: string): Written {
  const start = marked.indexOf('|');
  const end = Math.max(start, marked.indexOf('|', start + 1) - 1);
  return { value: marked.replaceAll('|', ''), start, end };
}

/** Returns the text after an edit, marked in the same way; `undefined` if there is no edit. */
export function after({ value }: Written, edit: Edit | undefined): string | undefined {
  if (!edit) return undefined;
  const text = value.slice(0, edit.from) + edit.text + value.slice(edit.to);
  const { start, end } = edit;
  return `${text.slice(0, start)}|${start === end ? '' : `${text.slice(start, end)}|`}${text.slice(end)}`;
}
