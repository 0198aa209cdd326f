import { useRef } from 'react';
import { FilePicker } from '../../components/FilePicker.tsx';
import { lazyOrNothing } from '../../components/lazy-or-nothing.tsx';
import { QuietButton } from '../../components/QuietButton.tsx';
import { counted } from '../../text/counted.ts';
import type { PicturesState } from './picture-field.ts';
import { chosenFiles, type Pictures } from './usePictures.ts';

/** Loaded with the first picture. The thumbnails stand beside the button, so that nothing moves. */
const PictureThumbs = lazyOrNothing(async () => (await import('./PictureThumbs.tsx')).PictureThumbs);

interface AddPictureProps {
  pictures: Pictures;
  /** Id of the label of the pictures' field. */
  labelledBy: string;
  isMultiple: boolean;
  isDisabled: boolean;
  /** Names of the uploaded images in the field, and the function that removes an image. */
  names?: string[];
  onRemove?: (name: string) => void;
  /** Sentences that say which shared pictures or texts are missing, and why. */
  leftOut?: string[];
}

/** Shows the button "Add picture" of a field, small forms of the images in `names`, and messages about pictures. */
export function AddPicture({
  pictures,
  labelledBy,
  isMultiple,
  isDisabled,
  names = [],
  onRemove,
  leftOut = [],
}: AddPictureProps) {
  const input = useRef<HTMLInputElement>(null);
  const { state, add } = pictures;
  const isBusy = state.kind === 'preparing';
  const refusals = [...leftOut, ...(state.kind === 'done' ? state.refusals : [])];
  return (
    <>
      <div className="form-actions" aria-busy={isBusy}>
        <QuietButton
          aria-disabled={isDisabled || isBusy}
          aria-describedby={labelledBy}
          onClick={() => !isDisabled && !isBusy && input.current?.click()}
        >
          Add picture
        </QuietButton>
        <FilePicker ref={input} accept="image/*" multiple={isMultiple} onFiles={(files) => add(chosenFiles(files))} />
        {names.length > 0 && onRemove && <PictureThumbs names={names} onRemove={isDisabled ? undefined : onRemove} />}
      </div>
      <p className="hint picture-status" role="status">
        {wordsFor(state)}
      </p>
      {refusals.map((words) => (
        <p key={words} className="hint picture-status" role="alert">
          {words}
        </p>
      ))}
    </>
  );
}

function wordsFor(state: PicturesState): string {
  switch (state.kind) {
    case 'idle':
      return '';
    case 'preparing':
      return state.of === 1
        ? 'Preparing the picture…'
        : `Preparing picture ${Math.min(state.done + 1, state.of)} of ${state.of}…`;
    case 'done':
      return state.added === 0 ? '' : `${counted(state.added, 'picture')} added.`;
  }
}
