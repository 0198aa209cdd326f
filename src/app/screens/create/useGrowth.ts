import { type RefObject, useLayoutEffect } from 'react';

/** Returns whether the browser grows a field by itself, as the styles ask it to (`field-sizing: content`). */
const growsByItself = (): boolean => globalThis.CSS?.supports?.('field-sizing', 'content') ?? false;

/** Makes a text field as high as its text. */
export function useGrowth(field: RefObject<HTMLTextAreaElement | null>, value: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height is that of the value.
  useLayoutEffect(() => {
    const { current } = field;
    if (!current || growsByItself()) return;
    const top = scrollY;
    current.style.height = 'auto';
    current.style.height = `${current.scrollHeight + current.offsetHeight - current.clientHeight}px`;
    // `height: auto` made the page shorter for a moment, which may have scrolled it.
    if (scrollY !== top) scrollTo(scrollX, top);
  }, [field, value]);
}
