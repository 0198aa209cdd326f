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
 * On a rendered page, what is seen of the form until its text has been found: its words are painted with the page, and
 * the form takes its place without moving anything. Nothing can be typed into it. A field that has the focus hands it
 * on to that of the form; on iOS the keyboard comes with another tap, as it opens for a gesture alone.
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
