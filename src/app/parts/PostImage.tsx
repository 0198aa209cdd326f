import { useState } from 'react';

interface PostImageProps {
  url: string;
  className: string;
  /** In CSS pixels, so that the page knows the room it takes before it is there. */
  width: number;
  height: number;
  /** Shown first on its screen: fetched at once and before others. */
  isFirst?: boolean;
}

const placeholder = '/placeholder.svg';

/** A post's image, or the placeholder where it is missing, broken or no image's address: never a broken icon. */
export function PostImage({ url, className, width, height, isFirst = false }: PostImageProps) {
  const [broken, setBroken] = useState<string>();
  const source = isImageUrl(url) && broken !== url ? url : placeholder;
  const replace = () => {
    if (source === placeholder) return;
    setBroken(url);
    void forget(url);
  };
  return (
    <img
      className={className}
      src={source}
      alt=""
      width={width}
      height={height}
      decoding="async"
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      ref={(image) => {
        // On a rendered page it may have failed before there was anybody to hear of it.
        if (image?.complete && image.naturalWidth === 0) replace();
      }}
      onError={replace}
    />
  );
}

/** Few images are broken, and no other needs this. */
async function forget(url: string): Promise<void> {
  try {
    const { dropImage } = await import('../../data/copies/images.ts');
    await dropImage(url);
  } catch (error) {
    console.error('What looks after the kept images could not be loaded.', error);
  }
}

/** Authors write what they like into the field; only these can be an image. Relative ones are the app's own. */
function isImageUrl(url: string): boolean {
  if (url.trim() === '' || !URL.canParse(url, 'https://relative.invalid')) return false;
  return ['http:', 'https:', 'data:'].includes(new URL(url, 'https://relative.invalid').protocol);
}
