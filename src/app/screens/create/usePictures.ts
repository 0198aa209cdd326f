import { useState } from 'react';
import { isOwnBackend } from '../../../device/calls/host.ts';
import { useObservable } from '../../hooks/useObservable.ts';
import type { ChosenPicture } from './add-pictures.ts';
import { type PictureField, type PicturesState, pictureField } from './picture-field.ts';

export interface Pictures {
  field: PictureField;
  state: PicturesState;
  add: (chosen: ChosenPicture[]) => void;
}

export const chosenFiles = (files: File[]): ChosenPicture[] =>
  files.map((file) => ({ name: file.name, read: async () => file }));

/** Returns whether pictures can be added. Only our own backend accepts them; hashing them needs a secure context. */
export const canAddPictures = (): boolean => isOwnBackend && globalThis.crypto?.subtle !== undefined;

/**
 * Adds pictures to one field.
 *
 * @param begin called when pictures were chosen; returns a function that puts the address of each into the field
 */
export function usePictures(isOpen: () => boolean, begin: () => (address: string) => void): Pictures {
  const [field] = useState(() => pictureField(isOpen));
  return {
    field,
    state: useObservable(field.state),
    add: (chosen) => {
      if (chosen.length > 0) field.add(chosen, begin());
    },
  };
}
