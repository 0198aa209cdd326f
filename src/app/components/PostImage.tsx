import { useContext, useState } from 'react';
import { isImageUrl } from '../../contract/image-url.ts';
import { ServerDocumentContext } from '../hooks/ServerDocumentContext.ts';
import { useIsHydrated } from '../hooks/useIsHydrated.ts';

interface PostImageProps {
  url: string;
  className: string;
  /**
   * How wide it is shown, for the choice among the forms of an uploaded image. Unset: in a card, where a photograph of 4:3
   * covers a square of 11rem.
   */
  sizes?: string;
  /** In CSS pixels; reserves the image's space before it has loaded. */
  width: number;
  height: number;
  /** The first image on its screen, fetched eagerly and with high priority. */
  isFirst?: boolean;
}

const placeholder = '/placeholder.svg';

/** A post's image, or the placeholder if the URL is missing, not allowed or does not load. */
export function PostImage({ url, className, sizes = '15rem', width, height, isFirst = false }: PostImageProps) {
  const [broken, setBroken] = useState<string>();
  // The server may not know its public host, so hydration does without one too: both must render the same HTML.
  const isInBrowser = useIsHydrated();
  const host = useContext(ServerDocumentContext)?.host ?? (isInBrowser ? location.hostname : '');
  const source = isImageUrl(url, host) && broken !== url ? url : placeholder;
  const replace = ({ currentSrc }: HTMLImageElement) => {
    if (source === placeholder) return;
    setBroken(url);
    // The form that is broken: another one, which may be pinned, is not.
    void forget(currentSrc || url);
  };
  return (
    <img
      className={className}
      {...formsOf(source, sizes)}
      src={source}
      alt=""
      width={width}
      height={height}
      decoding="async"
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      ref={(image) => {
        // On a rendered page the image may have failed before hydration, when nobody listened for `error`.
        if (image?.complete && image.naturalWidth === 0) replace(image);
      }}
      onError={({ currentTarget }) => replace(currentTarget)}
    />
  );
}

/**
 * The forms of an uploaded image for the browser to choose from. Written out and not made of `imageWidths`, as every
 * first visit loads this; a test compares them. An image that is smaller is served as it is.
 */
const formsOf = (url: string, sizes: string) =>
  !import.meta.env.VITE_API_HOST &&
  url.startsWith('/images/') && {
    srcSet: `${[240, 480, 960].map((width) => `${url}?width=${width} ${width}w`)},${url} 1600w`,
    sizes,
  };

/** Removes a broken image from the cache. Imported on demand, as few images are broken. */
async function forget(url: string): Promise<void> {
  try {
    const { deleteCachedImage } = await import('../../data/cache/image-cache.ts');
    await deleteCachedImage(url);
  } catch (error) {
    console.error('Could not delete a broken image.', error);
  }
}
