import { callPaths } from '../../../contract/paths.ts';
import { showStoredImage } from '../../text/show-stored-image.ts';
import '../../styles/picture-thumbs.css';

/** The uploaded images of a field, small. Preview shows them as readers will see them. */
export function PictureThumbs({ names }: { names: string[] }) {
  return (
    <div className="picture-thumbs" onErrorCapture={showStoredImage}>
      {names.map((name) => (
        <img key={name} src={`${callPaths.image(name)}?width=240`} alt="" width={44} height={44} decoding="async" />
      ))}
    </div>
  );
}
