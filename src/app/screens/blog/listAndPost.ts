import { use, useEffect } from 'react';
import { pagePaths } from '../../../contract/paths.ts';
import { beforeBack } from '../../beforeBack.ts';

/**
 * The way from the list to a post and back as a view transition: the picture goes along, the rest fades. Where an engine
 * has none, or the reader minds motion, the screens change at once.
 */

/** How long the last screen may stand for the next one, in milliseconds: what comes later comes into the next. */
const patience = 120;

/** While a post is being opened: resolved when the engine has the list's picture, and the list may go. */
let listIsSeen: Promise<void> | undefined;

const isKnown = !import.meta.env.SSR && 'startViewTransition' in document;
if (isKnown) {
  // The address may be the post's already: the list stays until the post has come.
  if (document.querySelector('.card-link')) dress();
  addEventListener('click', open);
}

/** Where the list is: who reads one post alone needs none of it. */
function dress(): void {
  void import('../../styles/list-and-post.css');
}

/** Holds a post back until the list before it has been seen, and turns the browser's Back into the same way back. */
export function useListAndPost(id: string): void {
  if (listIsSeen) use(listIsSeen);
  useEffect(() => {
    const goBack = (event: PopStateEvent) => {
      // Some browsers have shown a transition of their own by then, for a swipe.
      const isOurs = event.isTrusted && !event.hasUAVisualTransition && location.pathname === pagePaths.home;
      if (!isOurs || !isWanted()) return;
      // The router hears of it once the post has been seen.
      event.stopImmediatePropagation();
      const { state } = event;
      turn({
        from: postPicture(),
        change: () => dispatchEvent(new PopStateEvent('popstate', { state })),
        next: '.post-lists',
        to: () => cardPicture(document.querySelector(`.card-link[href="${CSS.escape(pagePaths.blog(id))}"]`)),
      });
    };
    beforeBack.asked = goBack;
    return () => {
      beforeBack.asked = undefined;
      if (isKnown) dress();
    };
  }, [id]);
}

/** Comes after the router, which has taken the link by then and renders the post as soon as nothing else is to do. */
function open(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest('.card-link');
  if (!link || !event.defaultPrevented || !isWanted()) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  listIsSeen = promise;
  const seen = () => {
    listIsSeen = undefined;
    resolve();
  };
  turn({ from: cardPicture(link), change: seen, next: '.reading', to: postPicture });
}

interface Turn {
  /** The picture that goes along, and where it goes to: only where it is to be seen, and doesn't come from far away. */
  from: HTMLElement | undefined;
  to: () => HTMLElement | undefined;
  /** Called when the last screen has been seen. */
  change: () => void;
  /** What shows that the next screen is there. */
  next: string;
}

function turn({ from, change, next, to }: Turn): void {
  let arrived: HTMLElement | undefined;
  from?.classList.add('travelling');
  const transition = document.startViewTransition(async () => {
    from?.classList.remove('travelling');
    change();
    await appearance(next);
    arrived = from && to();
    arrived?.classList.add('travelling');
  });
  transition.ready.catch(skipped);
  void transition.finished.catch(skipped).then(() => arrived?.classList.remove('travelling'));
}

/** Until it is on the page, and what follows upon that (scrolling, focus) has been done; or patience is at its end. */
async function appearance(selector: string): Promise<void> {
  const end = performance.now() + patience;
  // By the clock: no frame is drawn meanwhile.
  do await new Promise((resolve) => setTimeout(resolve, 4));
  while (!document.querySelector(selector) && performance.now() < end);
}

/** A window nobody looks at, or the next turn before this one was over: the screen has changed all the same. */
function skipped(reason: unknown): void {
  console.debug('No view transition.', reason);
}

const isWanted = () => isKnown && !matchMedia('(prefers-reduced-motion: reduce)').matches;

const postPicture = () => inSight(document.querySelector<HTMLElement>('.reading-image'));
const cardPicture = (link: Element | null) =>
  inSight(link?.closest('.card')?.querySelector<HTMLElement>('.card-image'));

function inSight(image: HTMLElement | null | undefined): HTMLElement | undefined {
  if (!image) return undefined;
  const { top, bottom } = image.getBoundingClientRect();
  return bottom > 0 && top < innerHeight ? image : undefined;
}
