import { type ClipboardEvent, type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react';
import { applyEdit, fieldState, insertAroundPasted } from '../../text/apply-edit.ts';
import { type Edit, onEnter, onPaste, onTab } from '../../text/edit-text.ts';
import { pastedPictures } from '../../text/pasted-pictures.ts';
import { lengthHint } from '../../text/too-long.ts';
import { useGrowth } from './useGrowth.ts';

interface ContentFieldProps {
  id: string;
  field: RefObject<HTMLTextAreaElement | null>;
  value: string;
  readOnly: boolean;
  onChange: (content: string) => void;
  /** Called with pasted pictures; absent if pictures cannot be added. */
  onPictures?: ((files: File[]) => void) | undefined;
  /** Shown below the text. */
  children?: ReactNode;
}

/** The field of the post's text. Tab indents code, Enter continues lists. Esc, then Tab leaves the field. */
export function ContentField({ id, field, value, readOnly, onChange, onPictures, children }: ContentFieldProps) {
  const isLeaving = useRef(false);
  const hint = lengthHint('content', value);
  useGrowth(field, value);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const wasLeaving = isLeaving.current;
    isLeaving.current = event.key === 'Escape';
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (readOnly || wasLeaving || !isPlain || isComposing(event)) return;
    const written = fieldState(event.currentTarget);
    if (event.key === 'Tab') apply(event, onTab(written, event.shiftKey));
    else if (event.key === 'Enter' && !event.shiftKey) apply(event, onEnter(written));
  };
  const onPasted = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    if (readOnly) return;
    const { clipboardData, currentTarget } = event;
    const text = clipboardData.getData('text/plain');
    const pictures = onPictures ? pastedPictures({ files: [...clipboardData.files], text }) : [];
    if (pictures.length > 0) {
      event.preventDefault();
      return onPictures?.(pictures);
    }
    const written = fieldState(currentTarget);
    const pasted = { text, editorData: clipboardData.getData('vscode-editor-data') };
    const around = onPaste(written, pasted);
    // The browser pastes the text itself, because only that inserts many lines quickly.
    if (around) setTimeout(() => insertAroundPasted(currentTarget, written, around));
  };

  return (
    <div className="field">
      <label id={`${id}-label`} htmlFor={id}>
        Blog Content
      </label>
      <textarea
        id={id}
        ref={field}
        rows={8}
        dir="auto"
        value={value}
        readOnly={readOnly}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPasted}
      />
      <p className="hint" id={`${id}-hint`}>
        {hint && `${hint}. `}
        Markdown. Put code between a line of <code>```js</code> and one of <code>```</code>; Tab indents it, Esc, then
        Tab leaves.
      </p>
      {children}
    </div>
  );
}

/** Safari reports the key that ends a composition after the composition's end, with this code and no `isComposing`. */
const isComposing = ({ nativeEvent }: KeyboardEvent): boolean => nativeEvent.isComposing || nativeEvent.keyCode === 229;

function apply(event: KeyboardEvent<HTMLTextAreaElement>, edit: Edit | undefined): void {
  if (!edit) return;
  event.preventDefault();
  applyEdit(event.currentTarget, edit);
}
