import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { timeouts } from '../../device/timeouts.ts';
import { type ListScrollAnchor, readScrollAnchor, writeScrollAnchor } from './list-scroll-anchor.ts';
import { useIsHydrated } from './useIsHydrated.ts';

/** Events that show that the reader scrolls. The first of these ends the restoring. */
const moves = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** Number of animation frames for which the restored post is held at its position. */
const frames = 12;

/**
 * Saves the scroll position in a list. When the reader comes back, restores it as soon as the post that was in view is
 * rendered. The browser's own scroll restoration runs before the list has loaded, and cannot find that post.
 *
 * @param restore called with the number of posts that were rendered when the reader left
 */
export function useListScrollRestoration(
  list: RefObject<HTMLElement | null>,
  now: Pick<ListScrollAnchor, 'pages' | 'shown'>,
  restore: (shown: number) => void,
): void {
  const target = useRef<ListScrollAnchor>(undefined);

  const isHydrated = useIsHydrated();
  const begin = useEffectEvent(() => {
    // Restores nothing if the reader scrolled (the browser itself does not) or pressed something before hydration.
    if (!isHydrated && (scrollY > 0 || navigator.userActivation?.hasBeenActive)) return;
    target.current = readScrollAnchor();
    if (target.current) restore(target.current.shown);
  });
  useLayoutEffect(() => {
    begin();
    history.scrollRestoration = 'manual';
    const giveUp = () => {
      target.current = undefined;
    };
    for (const move of moves) addEventListener(move, giveUp, { passive: true });
    return () => {
      history.scrollRestoration = 'auto';
      for (const move of moves) removeEventListener(move, giveUp);
    };
  }, []);

  // Runs after every render, because the post may be on a page of the list that is still loading.
  useLayoutEffect(() => {
    const anchor = target.current;
    if (!anchor || !list.current) return;
    if (anchor.post === '') target.current = undefined;
    else if (scrollToPost(list.current, anchor)) settle(anchor, frames);
  });

  /** Scrolls again for some frames, because cards change their height as they come into view (`content-visibility`). */
  const settle = (anchor: ListScrollAnchor, left: number) => {
    if (!list.current || target.current !== anchor) return;
    scrollToPost(list.current, anchor);
    if (left === 0) target.current = undefined;
    else requestAnimationFrame(() => settle(anchor, left - 1));
  };

  const save = useEffectEvent(() => {
    if (!target.current && list.current) writeScrollAnchor({ ...now, ...firstPostInView(list.current) });
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    // Waits for a pause, because browsers limit how often a page may rewrite its history.
    const saveSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(save, timeouts.scrollSettleMs);
    };
    addEventListener('scroll', saveSoon, { passive: true });
    // Saves at once when a link is clicked, the page is hidden or the app is closed.
    addEventListener('click', save, { capture: true });
    addEventListener('pagehide', save);
    document.addEventListener('visibilitychange', save);
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', saveSoon);
      removeEventListener('click', save, { capture: true });
      removeEventListener('pagehide', save);
      document.removeEventListener('visibilitychange', save);
    };
  }, []);
}

/** Scrolls to the post, and returns whether the post is on the page. */
function scrollToPost(list: HTMLElement, { post, offset }: ListScrollAnchor): boolean {
  const card = list.querySelector(`[data-post="${CSS.escape(post)}"]`);
  if (card) scrollBy(0, card.getBoundingClientRect().top - offset);
  return card !== null;
}

/** Returns the first card below the viewport's upper fifth, by hit testing, because there may be thousands of cards. */
function firstPostInView(list: HTMLElement): Pick<ListScrollAnchor, 'post' | 'offset'> {
  const { left, width } = list.getBoundingClientRect();
  for (let share = 0.2; scrollY > 0 && share < 1; share += 0.1) {
    const under = document.elementsFromPoint(left + width / 2, innerHeight * share);
    const card = under.map((element) => element.closest<HTMLElement>('[data-post]')).find((found) => found !== null);
    if (card) return { post: card.dataset.post ?? '', offset: card.getBoundingClientRect().top };
  }
  return { post: '', offset: 0 };
}
