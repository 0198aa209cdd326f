import { callPaths } from '../../../contract/paths.ts';
import { showStoredImage } from '../../text/show-stored-image.ts';
import '../../styles/picture-thumbs.css';

interface PictureThumbsProps {
  names: string[];
  /** Removes an image from the text; absent if the text cannot be changed. */
  onRemove?: ((name: string) => void) | undefined;
}

/** Thumbnails of a field's uploaded images. A press on a thumbnail removes the image from the field. */
export function PictureThumbs({ names, onRemove }: PictureThumbsProps) {
  return (
    <div className="picture-thumbs" onErrorCapture={showStoredImage}>
      {names.map((name, index) =>
        onRemove ? (
          <button
            key={name}
            type="button"
            title="Remove"
            aria-label={`Remove picture ${index + 1}`}
            onClick={() => onRemove(name)}
          >
            <Thumb name={name} />
          </button>
        ) : (
          <span key={name}>
            <Thumb name={name} />
          </span>
        ),
      )}
    </div>
  );
}

function Thumb({ name }: { name: string }) {
  return <img src={`${callPaths.image(name)}?width=240`} alt="" width={44} height={44} decoding="async" />;
}
