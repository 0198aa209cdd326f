import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Scrolls up to the form's top when the preview opens, and restores the scroll position when the preview closes. */
export function usePreview(form: RefObject<HTMLElement | null>): [boolean, (isShown: boolean) => void] {
  const [isShown, setIsShown] = useState(false);
  const left = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (left.current === undefined) return;
    if (!isShown) scrollTo(0, left.current);
    else if ((form.current?.getBoundingClientRect().top ?? 0) < 0) form.current?.scrollIntoView();
  }, [isShown, form]);
  const show = (next: boolean) => {
    if (next && !isShown) left.current = scrollY;
    setIsShown(next);
  };
  return [isShown, show];
}
