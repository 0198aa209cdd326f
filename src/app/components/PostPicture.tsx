import { imageAddress } from '../../contract/image-url.ts';
import { parseImagePath } from '../../contract/images.ts';
import { PostImage } from './PostImage.tsx';
import { showWholePicture } from './show-whole-picture.ts';

/** A picture from elsewhere gets room in which any fits, as its size is known only once it has loaded. */
const room = { width: 1200, height: 800 };

/**
 * The picture of a post on its own page, uncropped and at most as large as it is. A post that names none has none here: the
 * specification's placeholder is for cards (section 3).
 */
export function PostPicture({ url }: { url: string }) {
  // Whether this page may load it, `PostImage` decides: here server and hydration must say the same on every host.
  if (imageAddress(url, 'localhost') === undefined) return null;
  const size = parseImagePath(url);
  return (
    <button
      type="button"
      className="picture"
      aria-label="See the whole picture"
      onClick={({ currentTarget }) => showWholePicture(currentTarget.querySelector('img')?.currentSrc ?? '')}
    >
      <PostImage
        className={size ? 'reading-image' : 'reading-image unsized'}
        sizes="min(100vw,36rem)"
        url={url}
        width={size?.width ?? room.width}
        height={size?.height ?? room.height}
        isFirst
      />
    </button>
  );
}
