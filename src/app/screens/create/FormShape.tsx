import { useRef, useState } from 'react';
import { isOwnBackend } from '../../../device/calls/host.ts';
import { TextField } from '../../components/TextField.tsx';
import { useIsHydrated } from '../../hooks/useIsHydrated.ts';
import { ContentField } from './ContentField.tsx';

const nothing = () => undefined;

/**
 * On a rendered page, what is seen of the form until its text has been found: its words are painted with the page, and
 * the form takes its place without moving anything. Nothing can be typed into it.
 */
export function FormShape() {
  const [isRendered] = useState(!useIsHydrated());
  const content = useRef<HTMLTextAreaElement>(null);
  if (!isRendered) return null;
  return (
    <div className="paper skeleton" inert>
      <div className="fields">
        <TextField label="Blog Heading" readOnly />
        <TextField label="Image URL" readOnly>
          {isOwnBackend && (
            <div className="form-actions">
              <button type="button" className="button quiet">
                Add picture
              </button>
            </div>
          )}
        </TextField>
        <ContentField id="content" field={content} value="" readOnly onChange={nothing} />
      </div>
    </div>
  );
}
