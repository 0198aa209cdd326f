import { type RefObject, useRef } from 'react';
import { callPaths } from '../../../contract/paths.ts';
import type { FormText } from '../../../writing/forms/form-text.ts';
import { fieldState } from '../../text/apply-edit.ts';
import { insertPicture, takeOutPicture } from '../../text/insert-pictures.ts';
import { chosenFiles, type Pictures, usePictures } from './usePictures.ts';
import { type SharedPicturesOfForm, useSharedPictures } from './useSharedPictures.ts';

export interface EditorPictures {
  /** The picture of the field Image URL. */
  cover: Pictures;
  inText: Pictures;
  /** Pictures that another app has shared. */
  shared: SharedPicturesOfForm;
  /** The text's field, at whose caret pictures are inserted. */
  content: RefObject<HTMLTextAreaElement | null>;
  removeCover: () => void;
  removeFromText: (name: string) => void;
  drop: (files: File[], on: Element) => void;
}

/**
 * Adds pictures to a form, and removes them.
 *
 * @param isOpen whether the form still holds the text.
 * @param coverId the id of the field Image URL.
 */
export function useEditorPictures(text: FormText, isOpen: () => boolean, coverId: string): EditorPictures {
  const { change } = text;
  const content = useRef<HTMLTextAreaElement>(null);
  const cover = usePictures(isOpen, () => (address) => change({ imgUrl: address }));
  const inText = usePictures(isOpen, () => {
    const begun = content.current && fieldState(content.current);
    let last: string | undefined;
    return (address) => {
      if (content.current && begun) insertPicture(content.current, address, begun, last);
      last = address;
    };
  });
  const shared = useSharedPictures(text, (chosen) => {
    const field = content.current;
    // If the author has not placed the caret, the pictures follow the text that was shared with them.
    if (field?.selectionEnd === 0) field.setSelectionRange(field.value.length, field.value.length);
    inText.add(chosen);
  });
  const coverField = () => document.getElementById(coverId);

  return {
    cover,
    inText,
    shared,
    content,
    removeCover() {
      change({ imgUrl: '' });
      // The next render shows the field Image URL again, in place of the cover.
      requestAnimationFrame(() => coverField()?.focus());
    },
    removeFromText(name) {
      if (content.current) takeOutPicture(content.current, callPaths.image(name));
    },
    drop(files, on) {
      if (on.closest('.field')?.contains(coverField())) cover.add(chosenFiles(files.slice(0, 1)));
      else inText.add(chosenFiles(files));
    },
  };
}
