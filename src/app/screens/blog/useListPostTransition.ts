import { use, useEffect } from 'react';
import { pagePaths } from '../../../contract/paths.ts';
import { beforeBack } from '../../before-back.ts';

/**
 * Going from the list to a post and back is a view transition: the image moves, the rest fades. Without support in the
 * browser, or with reduced motion, the screens change at once.
 */

/** Milliseconds for which the old screen stays while the next one loads; after that the transition runs without it. */
const loadTimeoutMs = 120;

/** Milliseconds for which a press on the next screen waits until that is on the page, on a device that is slow. */
const pressTimeoutMs = 2_000;

/** Marks a promise the way React marks those it has seen resolve, so that `use` returns without suspending. */
const resolved = (promise: Promise<void>) => Object.assign(promise, { status: 'fulfilled', value: undefined });

/** Resolves once the browser has captured the list, which may then be removed. */
let listIsSeen: Promise<void> = resolved(Promise.resolve());

const isKnown = !import.meta.env.SSR && 'startViewTransition' in document;
if (isKnown) {
  // Checks for links and not for the URL, which may be the post's already while the list is still on screen.
  if (document.querySelector('.card-link')) loadTransitionStyles();
  addEventListener('click', open);
}

/** Loads the transition's styles once there is a list; a reader who opens a single post does not need them. */
function loadTransitionStyles(): void {
  void import('../../styles/list-and-post.css');
}

/** Delays rendering a post until the browser has captured the list, and runs the transition on Back, too. */
export function useListPostTransition(id: string): void {
  // Must be the same promise until the next click: after suspending, React renders again with the same hooks.
  use(listIsSeen);
  useEffect(() => {
    const goBack = (event: PopStateEvent) => {
      // After a swipe, some browsers have already shown a transition of their own.
      const isOurs = event.isTrusted && !event.hasUAVisualTransition && location.pathname === pagePaths.home;
      if (!isOurs || !isWanted()) return;
      // The router gets the event below, once the browser has captured the post.
      event.stopImmediatePropagation();
      const { state } = event;
      startTransition({
        from: postPicture(),
        change: () => dispatchEvent(new PopStateEvent('popstate', { state })),
        next: '.post-lists',
        to: () => cardPicture(document.querySelector(`.card-link[href="${CSS.escape(pagePaths.blog(id))}"]`)),
      });
    };
    beforeBack.handler = goBack;
    return () => {
      beforeBack.handler = undefined;
      if (isKnown) loadTransitionStyles();
    };
  }, [id]);
}

/** Runs after the router's click handler, which has started to navigate; React renders the post when it is idle. */
function open(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest('.card-link');
  if (!link || !event.defaultPrevented || !isWanted()) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  listIsSeen = promise;
  const seen = () => {
    resolved(promise);
    resolve();
  };
  startTransition({ from: cardPicture(link), change: seen, next: '.reading', to: postPicture });
}

interface Turn {
  /** The image that moves, and the one it becomes; only images in view take part, so that none comes from far away. */
  from: HTMLElement | undefined;
  to: () => HTMLElement | undefined;
  /** Called once the browser has captured the old screen. */
  change: () => void;
  /** Selector that matches once the next screen is on the page. */
  next: string;
}

function startTransition({ from, change, next, to }: Turn): void {
  let arrived: HTMLElement | undefined;
  from?.classList.add('travelling');
  const transition = document.startViewTransition(async () => {
    from?.classList.remove('travelling');
    change();
    await appearance(next, loadTimeoutMs);
    arrived = from && to();
    arrived?.classList.add('travelling');
  });
  transition.ready.catch(skipped);
  const finished = transition.finished.catch(skipped);
  void finished.then(() => arrived?.classList.remove('travelling'));
  givePressesToPage(transition, finished, next);
}

const controls = 'a, button, input, select, textarea, summary, label';

/**
 * While a transition runs, the screen shows snapshots of the page, and every click targets the root element, with or
 * without `pointer-events: none`. The first pointerdown ends the transition, and its click is passed on to the element
 * under the pointer, once the next screen is there: a slow device has not drawn it yet when the transition ends.
 */
function givePressesToPage(transition: ViewTransition, finished: Promise<unknown>, next: string): void {
  const giveToPage = async (press: MouseEvent) => {
    await finished;
    if (!document.querySelector(next)) await lateAppearance(next);
    document.elementFromPoint(press.clientX, press.clientY)?.dispatchEvent(new MouseEvent('click', press));
  };
  const end = () => {
    transition.skipTransition();
    const over = new AbortController();
    const options = { capture: true, signal: over.signal };
    const onClick = (click: MouseEvent) => {
      over.abort();
      // A click targets the common ancestor of pointerdown and pointerup: the root, or what contains both screens.
      if (!(click.target instanceof Element && click.target.closest(controls))) void giveToPage(click);
    };
    // If the pointerdown's screen has been removed meanwhile, a mouse fires no click at all.
    const onPointerUp = (up: PointerEvent) => {
      if (up.pointerType !== 'mouse') return;
      setTimeout(() => {
        if (over.signal.aborted) return;
        over.abort();
        void giveToPage(up);
      });
    };
    addEventListener('click', onClick, options);
    addEventListener('pointerup', onPointerUp, options);
    // A touch that scrolls fires no click: the next click does not belong to this touch.
    addEventListener('pointercancel', () => over.abort(), options);
  };
  addEventListener('pointerdown', end, { capture: true, once: true });
  void finished.then(() => removeEventListener('pointerdown', end, { capture: true }));
}

/** Waits until the element is on the page and effects (scrolling, focus) have run, but at most that many milliseconds. */
async function appearance(selector: string, atMost: number): Promise<void> {
  const end = performance.now() + atMost;
  // By timeouts: browsers draw no frames meanwhile, so `requestAnimationFrame` would not run.
  do await new Promise((resolve) => setTimeout(resolve, 4));
  while (!document.querySelector(selector) && performance.now() < end);
}

/** A list that comes when the transition is over is held at its scroll position for twelve frames (`settle`). */
async function lateAppearance(selector: string): Promise<void> {
  await appearance(selector, pressTimeoutMs);
  for (let frames = 0; frames <= 12; frames += 1) await new Promise(requestAnimationFrame);
}

/** The page is hidden, or the next transition began before this one ended. The screen has changed all the same. */
function skipped(reason: unknown): void {
  console.debug('The view transition was skipped; the screen has changed without it.', reason);
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
