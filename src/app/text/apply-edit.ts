import type { Around, Edit, Written } from './edit-text.ts';

export const fieldState = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Written => ({
  value,
  start: selectionStart,
  end: selectionEnd,
});

/** Applies an edit. The browser can undo it if the field has the focus and the edit has few lines. */
export function applyEdit(field: HTMLTextAreaElement, edit: Edit): void {
  insert(field, edit.from, edit.to, edit.text);
  select(field, edit.start, edit.end);
}

/** Puts lines around the text that has just been pasted in place of a selection. */
export function insertAroundPasted(
  field: HTMLTextAreaElement,
  { value, start, end }: Written,
  { before, after }: Around,
): void {
  const behind = value.length - end;
  const to = field.value.length - behind;
  insert(field, to, to, after);
  insert(field, start, start, before);
  const caret = field.value.length - behind;
  select(field, caret, caret);
}

/** Chromium inserts line by line, each in time proportional to the whole text: 1,000 lines froze it for seconds. */
const mostLinesToUndo = 100;

function insert(field: HTMLTextAreaElement, from: number, to: number, text: string): void {
  select(field, from, to);
  // `execCommand` is deprecated, but nothing else adds an edit to the browser's undo history. It edits the focused
  // element.
  const command = text === '' ? 'delete' : 'insertText';
  const isShort = text.split('\n', mostLinesToUndo + 1).length <= mostLinesToUndo;
  if (isShort && document.activeElement === field && document.execCommand?.(command, false, text)) return;
  field.setRangeText(text, from, to, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
}

/** Sets the selection only if it changes, because setting it in a long text takes as long as a keystroke. */
function select(field: HTMLTextAreaElement, start: number, end: number): void {
  if (field.selectionStart !== start || field.selectionEnd !== end) field.setSelectionRange(start, end);
}
