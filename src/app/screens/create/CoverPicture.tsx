import { lazyOrNothing } from '../../components/lazy-or-nothing.tsx';
import { QuietButton } from '../../components/QuietButton.tsx';

const PictureThumbs = lazyOrNothing(async () => (await import('./PictureThumbs.tsx')).PictureThumbs);

interface CoverPictureProps {
  name: string;
  isDisabled: boolean;
  onRemove: () => void;
}

/** Shows the cover in place of the address field, because an uploaded image's address tells the author nothing. */
export function CoverPicture({ name, isDisabled, onRemove }: CoverPictureProps) {
  return (
    <div className="cover-picture">
      <PictureThumbs names={[name]} />
      <QuietButton aria-disabled={isDisabled} onClick={() => !isDisabled && onRemove()}>
        Remove<span className="visually-hidden"> the picture</span>
      </QuietButton>
    </div>
  );
}
