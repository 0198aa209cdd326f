import { type MouseEvent, memo, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useIsHydrated } from '../hooks/useIsHydrated.ts';
import { pressCodeButton } from './code-buttons.ts';
import { placeholder } from './placeholder.ts';

/**
 * The frame of a post's text. React hydrates the `Suspense` boundary inside last and in small steps, so that a long
 * text blocks nothing. The frame is memoized, because rendering it again would make React hydrate the text sooner.
 */
export const ProseFrame = memo(function ProseFrame({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState('');
  const isRenderedHere = useIsHydrated();
  useEffect(() => {
    if (!isRenderedHere) return;
    const { hash, href } = location;
    if (!hash) return;
    // The browser looked for the heading of the URL's hash before the text was rendered. The second `find` also accepts
    // a hash that another program spelled differently.
    const places = [...(frame.current?.querySelectorAll('[id]') ?? [])];
    const hashOf = ({ id }: Element) => new URL(`#${id}`, href).hash;
    const place =
      places.find((one) => hashOf(one) === hash) ??
      places.find((one) => lettersOf(hashOf(one)) === lettersOf(`#s${hash.slice(1)}`));
    place?.scrollIntoView();
  }, [isRenderedHere]);
  useEffect(() => {
    // On a rendered page a picture may have failed before hydration, which adds the listener for `error`.
    for (const image of frame.current?.querySelectorAll('img') ?? []) {
      if (image.complete && image.naturalWidth === 0) replaceBroken(image);
    }
  });
  const press = async ({ target }: MouseEvent) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-press]') : null;
    if (!button) return;
    setSaid('');
    setSaid((await pressCodeButton(button)) ?? '');
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the buttons inside turn keys into clicks */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it listens for the buttons inside */}
      <div className="prose" ref={frame} onClick={press} onErrorCapture={({ target }) => replaceBroken(target)}>
        <Suspense>{children}</Suspense>
      </div>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </>
  );
});

/**
 * Shows the bundled placeholder instead of the browser's icon for broken images. Changes the element alone, so that the
 * text is not rendered again.
 */
function replaceBroken(image: EventTarget): void {
  if (!(image instanceof HTMLImageElement) || image.getAttribute('src') === placeholder) return;
  const [width, height] = [image.getAttribute('width'), image.getAttribute('height')];
  // The placeholder takes the image's space, whatever its own proportions.
  if (width && height) Object.assign(image.style, { aspectRatio: `${width} / ${height}`, objectFit: 'cover' });
  image.removeAttribute('srcset');
  image.src = placeholder;
}

/** Normalizes an anchor: programs differ in case, dashes, underscores, dots and spaces. */
const lettersOf = (hash: string) => hash.toLowerCase().replaceAll(/[-_.]|%20/g, '');
