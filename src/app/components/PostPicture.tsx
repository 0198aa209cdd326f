import { imageAddress } from '../../contract/image-url.ts';
import { parseImagePath } from '../../contract/images.ts';
import { PostImage } from './PostImage.tsx';
import { showWholePicture } from './show-whole-picture.ts';

/** The space for a picture from another site: its size is unknown until the picture has loaded. */
const room = { width: 1200, height: 800 };

/**
 * The picture on a post's own page, uncropped and never enlarged. A post without a picture shows nothing here, because
 * the specification's placeholder is for cards (section 3).
 */
export function PostPicture({ url }: { url: string }) {
  // Server and hydration must render the same HTML, whatever the host. `PostImage` decides whether the image may load.
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
