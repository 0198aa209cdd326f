import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { spans } from '../../data/storage.ts';
import { type Place, readPlace, writePlace } from './place.ts';

/** What a hand does that wants to be elsewhere. */
const moves = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** As long as what was sought is held where it was. */
const frames = 12;

/**
 * Brings a reader who comes back to a list to where they were, as soon as what they were reading is on the page, and
 * notes where they are as they go. The browser's own memory is of no use: it looks before the list is there.
 *
 * @param restore puts as many posts on the page as there were.
 */
export function usePlace(
  list: RefObject<HTMLElement | null>,
  now: Pick<Place, 'pages' | 'shown'>,
  restore: (shown: number) => void,
): void {
  const sought = useRef<Place>(undefined);

  const begin = useEffectEvent(() => {
    sought.current = readPlace();
    if (sought.current) restore(sought.current.shown);
  });
  useLayoutEffect(() => {
    begin();
    history.scrollRestoration = 'manual';
    const giveUp = () => {
      sought.current = undefined;
    };
    for (const move of moves) addEventListener(move, giveUp, { passive: true });
    return () => {
      history.scrollRestoration = 'auto';
      for (const move of moves) removeEventListener(move, giveUp);
    };
  }, []);

  // After every change of the list: what was being read may be on a page that has yet to come.
  useLayoutEffect(() => {
    const place = sought.current;
    if (!place || !list.current) return;
    if (place.post === '') sought.current = undefined;
    else if (scrollToPost(list.current, place)) settle(place, frames);
  });

  /** Cards that come into sight take their true height only then, and push on what lies below them. */
  const settle = (place: Place, left: number) => {
    if (!list.current || sought.current !== place) return;
    scrollToPost(list.current, place);
    if (left === 0) sought.current = undefined;
    else requestAnimationFrame(() => settle(place, left - 1));
  };

  const note = useEffectEvent(() => {
    if (!sought.current && list.current) writePlace({ ...now, ...postInSight(list.current) });
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    // Browsers refuse a page that rewrites its history all the time.
    const noteSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(note, spans.scrolled);
    };
    addEventListener('scroll', noteSoon, { passive: true });
    // Before a link is followed, the page put aside, or the app closed.
    addEventListener('click', note, { capture: true });
    addEventListener('pagehide', note);
    document.addEventListener('visibilitychange', note);
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', noteSoon);
      removeEventListener('click', note, { capture: true });
      removeEventListener('pagehide', note);
      document.removeEventListener('visibilitychange', note);
    };
  }, []);
}

/** @returns whether the post is on the page. */
function scrollToPost(list: HTMLElement, { post, offset }: Place): boolean {
  const card = list.querySelector(`[data-post="${CSS.escape(post)}"]`);
  if (card) scrollBy(0, card.getBoundingClientRect().top - offset);
  return card !== null;
}

/** The first card below the window's upper fifth; asked of the browser, as there may be thousands. */
function postInSight(list: HTMLElement): Pick<Place, 'post' | 'offset'> {
  const { left, width } = list.getBoundingClientRect();
  for (let share = 0.2; scrollY > 0 && share < 1; share += 0.1) {
    const under = document.elementsFromPoint(left + width / 2, innerHeight * share);
    const card = under.map((element) => element.closest<HTMLElement>('[data-post]')).find((found) => found !== null);
    if (card) return { post: card.dataset.post ?? '', offset: card.getBoundingClientRect().top };
  }
  return { post: '', offset: 0 };
}
