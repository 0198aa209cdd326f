import { type MouseEvent, memo, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useIsHydrated } from '../hooks/useIsHydrated.ts';

/**
 * The frame of a post's text. Its boundary is hydrated last and in small steps, so that a long text blocks nothing; as
 * the component is memoized, nothing else hurries it.
 */
export const ProseFrame = memo(function ProseFrame({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState('');
  const isRenderedHere = useIsHydrated();
  useEffect(() => {
    if (!isRenderedHere) return;
    const { hash, href } = location;
    if (!hash) return;
    // The browser has looked for the heading before there was one, and other programs name it otherwise.
    const places = [...(frame.current?.querySelectorAll('[id]') ?? [])];
    const hashOf = ({ id }: Element) => new URL(`#${id}`, href).hash;
    const place =
      places.find((one) => hashOf(one) === hash) ??
      places.find((one) => lettersOf(hashOf(one)) === lettersOf(`#s${hash.slice(1)}`));
    place?.scrollIntoView();
  }, [isRenderedHere]);
  useEffect(() => {
    // Loads what the buttons do before they are pressed: Safari allows copying only soon after the press.
    if (frame.current?.querySelector('.code')) void loadCodeButtons();
  });
  const press = async ({ target }: MouseEvent) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-press]') : null;
    if (!button) return;
    setSaid('');
    const buttons = await loadCodeButtons();
    const word = await buttons?.pressCodeButton(button);
    if (word) setSaid(word);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the buttons inside turn keys into clicks */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it listens for the buttons inside */}
      <div className="prose" ref={frame} onClick={press}>
        <Suspense>{children}</Suspense>
      </div>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </>
  );
});

/** What a heading's name has in every program. */
const lettersOf = (hash: string) => hash.toLowerCase().replaceAll(/[-_.]|%20/g, '');

async function loadCodeButtons() {
  try {
    return await import('./code-buttons.ts');
  } catch (error) {
    console.error('Could not load the buttons of code blocks; code can still be selected and copied by hand.', error);
    return undefined;
  }
}
