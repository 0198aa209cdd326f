import { useLayoutEffect, useRef, useState } from 'react';
import { isOwnBackend } from '../../../device/calls/host.ts';
import { QuietButton } from '../../components/QuietButton.tsx';
import { TextField } from '../../components/TextField.tsx';
import { useIsHydrated } from '../../hooks/useIsHydrated.ts';
import { ContentField } from './ContentField.tsx';

const nothing = () => undefined;

/** Returns the text fields of the form, without its file fields. */
const fieldsIn = (form: Element | null) => [
  ...(form?.querySelectorAll<HTMLElement>('.field > input, .field > textarea') ?? []),
];

/**
 * A read-only copy of the form, which a server-rendered page shows until the form's draft has been read. The form
 * replaces the copy without moving anything, and takes over the focus. On iOS the keyboard opens only at the next tap,
 * because it needs a gesture.
 */
export function FormShape() {
  const [isRendered] = useState(!useIsHydrated());
  const content = useRef<HTMLTextAreaElement>(null);
  const shape = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = shape;
    return () => {
      const at = fieldsIn(current).indexOf(document.activeElement as HTMLElement);
      queueMicrotask(() => fieldsIn(document.querySelector('.editor'))[at]?.focus());
    };
  }, []);
  if (!isRendered) return null;
  return (
    <div className="paper skeleton" ref={shape}>
      <div className="fields">
        <TextField label="Blog Heading" readOnly />
        <TextField label="Image URL" readOnly>
          {isOwnBackend && (
            <div className="form-actions" inert>
              <QuietButton>Add picture</QuietButton>
            </div>
          )}
        </TextField>
        <ContentField id="content" field={content} value="" readOnly onChange={nothing} />
      </div>
    </div>
  );
}
