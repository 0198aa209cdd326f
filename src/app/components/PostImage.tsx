import { useContext, useState } from 'react';
import { imageAddress } from '../../contract/image-url.ts';
import { narrowerForms } from '../../contract/images.ts';
import { ServerDocumentContext } from '../hooks/ServerDocumentContext.ts';
import { useIsHydrated } from '../hooks/useIsHydrated.ts';
import { placeholder } from './placeholder.ts';

interface PostImageProps {
  url: string;
  className: string;
  /**
   * The image's width on screen, by which the browser chooses one of an uploaded image's sizes. The default is for
   * cards, where a photograph of 4:3 covers a square of 11rem.
   */
  sizes?: string;
  /** In CSS pixels; reserves the image's space before it has loaded. */
  width: number;
  height: number;
  /** Whether this is the screen's first image, which is fetched eagerly and with high priority. */
  isFirst?: boolean;
}

/** A post's image, or the placeholder if the URL is missing, not allowed or does not load. */
export function PostImage({ url, className, sizes = '15rem', width, height, isFirst = false }: PostImageProps) {
  const [broken, setBroken] = useState<string>();
  // The server might not know its public host, so hydration uses no host either: both must render the same HTML.
  const isInBrowser = useIsHydrated();
  const host = useContext(ServerDocumentContext)?.host ?? (isInBrowser ? location.hostname : '');
  const source = (broken !== url && imageAddress(url, host)) || placeholder;
  const srcSet = import.meta.env.VITE_API_HOST ? undefined : narrowerForms(source);
  const replace = ({ currentSrc }: HTMLImageElement) => {
    if (source === placeholder) return;
    setBroken(url);
    // Removes only the broken size from the cache: the image's other sizes may be fine, and pinned.
    void forget(currentSrc || source);
  };
  return (
    <img
      className={className}
      {...(srcSet && { srcSet, sizes })}
      src={source}
      alt=""
      // The placeholder takes the image's space, whatever its own proportions.
      style={broken === url ? { aspectRatio: `${width} / ${height}`, objectFit: 'cover' } : undefined}
      width={width}
      height={height}
      decoding="async"
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      ref={(image) => {
        // On a rendered page the image may have failed before hydration, which adds the listener for `error`.
        if (image?.complete && image.naturalWidth === 0) replace(image);
      }}
      onError={({ currentTarget }) => replace(currentTarget)}
    />
  );
}

/** Removes a broken image from the cache. Imported on demand, because few images are broken. */
async function forget(url: string): Promise<void> {
  try {
    const { deleteCachedImage } = await import('../../reading/store/image-cache.ts');
    await deleteCachedImage(url);
  } catch (error) {
    console.error('Could not delete a broken image.', error);
  }
}
