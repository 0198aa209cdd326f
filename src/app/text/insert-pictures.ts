import { applyEdit, fieldState } from './apply-edit.ts';
import { type Edit, lineEnd, type Written } from './edit-text.ts';

/**
 * The position of a new picture. `caret`: at the caret, which moves between the brackets for the alternative text.
 * `below the line`: below the caret's line; the caret stays, because the author is writing. `behind`: after the picture
 * that was chosen before it; the caret stays.
 */
export type PicturePlace = 'caret' | 'below the line' | { behind: string };

/** Returns the edit that adds a picture to a text, as a paragraph. */
export function onPicture({ value, start, end }: Written, address: string, place: PicturePlace): Edit {
  const at =
    place === 'caret' ? end : lineEnd(value, typeof place === 'object' ? endOf(value, place.behind, end) : end);
  const [before, after] = [value.slice(0, at), value.slice(at)];
  const lead = before === '' ? '' : '\n\n'.slice(/\n{0,2}$/.exec(before)?.[0].length);
  const trail = '\n\n'.slice(/^\n{0,2}/.exec(after)?.[0].length);
  const text = `${lead}![](${address})${trail}`;
  const caret = at + lead.length + '!['.length;
  const moved = (kept: number) => (kept > at ? kept + text.length : kept);
  return {
    from: at,
    to: at,
    text,
    ...(place === 'caret' ? { start: caret, end: caret } : { start: moved(start), end: moved(end) }),
  };
}

/** Returns the index at which the picture ends, or `otherwise` if the text no longer contains the picture. */
function endOf(value: string, address: string, otherwise: number): number {
  const found = value.lastIndexOf(`(${address})`);
  return found < 0 ? otherwise : found + address.length;
}

/**
 * Returns the edit that removes a picture, and its paragraph if that has nothing else; `undefined` if the text lacks
 * the picture.
 */
export function onPictureRemoved({ value }: Written, address: string): Edit | undefined {
  const at = value.indexOf(`](${address}`);
  const from = value.lastIndexOf('![', at);
  const end = value.indexOf(')', at);
  if (at < 0 || from < 0 || end < 0) return undefined;
  const isParagraph = /(^|\n\n)$/.test(value.slice(0, from)) && value.startsWith('\n\n', end + 1);
  return { from, to: end + (isParagraph ? 3 : 1), text: '', start: from, end: from };
}

/** Removes a picture from a field. The browser can undo it. */
export function takeOutPicture(field: HTMLTextAreaElement, address: string): void {
  const edit = onPictureRemoved(fieldState(field), address);
  if (!edit) return;
  field.focus({ preventScroll: true });
  applyEdit(field, edit);
}

/**
 * Puts a picture into a field. The first picture moves the focus there, unless the author is writing elsewhere.
 *
 * @param begun the content of the field when the pictures were chosen
 * @param behind the address of the picture before this one, if several were chosen
 */
export function insertPicture(field: HTMLTextAreaElement, address: string, begun: Written, behind?: string): void {
  const now = fieldState(field);
  if (behind !== undefined) {
    applyEdit(field, onPicture(now, address, { behind }));
    return;
  }
  const isWritingElsewhere = document.activeElement !== field && isTextField(document.activeElement);
  const isWriting =
    isWritingElsewhere || now.value !== begun.value || now.start !== begun.start || now.end !== begun.end;
  if (!isWritingElsewhere) field.focus();
  applyEdit(field, onPicture(now, address, isWriting ? 'below the line' : 'caret'));
}

const isTextField = (element: Element | null): boolean =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type !== 'file');
