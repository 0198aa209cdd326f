import { resultWithin } from '../device/with-timeout.ts';

/**
 * Starts the app of a page that the server has rendered once its words and its first picture are painted, so that no
 * script competes with them. The server names the modules in `data-modules` of the script element: the entry first,
 * then what it imports on this page.
 */

/** In milliseconds. */
const longestWait = { forPaint: 1_000, forPicture: 1_500 };

/**
 * A press before the app has taken over starts it at once, and is repeated once it has: the page's buttons do nothing
 * without it. Links work by themselves.
 * @returns when the app has taken over or can't be loaded; at once if `modules` is empty, as then it starts by itself
 */
export async function loadAppAfterPaint([entry, ...imported]: readonly string[]): Promise<void> {
  if (entry === undefined) return;
  const { pressed, release } = holdPresses();
  // A page whose words could not be rendered in time has nothing to paint.
  if (document.querySelector('#root:not(:empty)')) await Promise.race([pressed, firstPaint().then(firstPicture)]);
  for (const href of imported) {
    const link = document.createElement('link');
    document.head.append(Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href }));
  }
  try {
    await import(/* @vite-ignore */ entry);
    await tookOver();
    for (const button of release()) button.click();
  } catch (error) {
    console.error(error);
    release();
  }
}

/** A page in the background is not painted: it waits for the time limit. */
function firstPaint(): Promise<void> {
  const painted = new Promise<void>((resolve) => {
    // Told once the words are on screen, and not by a frame's callbacks: those of an empty one would do as well.
    const observer = new PerformanceObserver((paints) => {
      if (paints.getEntriesByName('first-contentful-paint').length > 0) resolve();
    });
    observer.observe({ type: 'paint', buffered: true });
  });
  return resultWithin(longestWait.forPaint, painted);
}

function firstPicture(): Promise<void> {
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority=high]');
  if (!picture || picture.complete) return Promise.resolve();
  const settled = new Promise<void>((resolve) => {
    for (const type of ['load', 'error']) picture.addEventListener(type, () => resolve(), { once: true });
  });
  return resultWithin(longestWait.forPicture, settled);
}

/** Resolves when the app listens to the page (`data-started`, set by start.tsx), and rejects if a part of it is missing. */
function tookOver(): Promise<void> {
  const root = document.getElementById('root');
  return new Promise((resolve, reject) => {
    addEventListener('vite:preloadError', ({ payload }) => reject(payload));
    const check = () => root?.dataset.started === '' && resolve();
    if (root) new MutationObserver(check).observe(root, { attributes: true });
    check();
  });
}

/** Each button once, however often it was pressed. */
function holdPresses(): { pressed: Promise<void>; release(): Iterable<HTMLElement> } {
  const held = new Set<HTMLElement>();
  let begin: () => void;
  const pressed = new Promise<void>((resolve) => {
    begin = resolve;
  });
  // A press of a button outside forms, or what submits a form: React hydrates at once what a click goes to, and at a
  // submit event it does not.
  const pressedBy = (event: Event): Element | null => {
    if (event instanceof SubmitEvent) return event.submitter;
    const button = event.target instanceof Element && event.target.closest<HTMLButtonElement>('#root button');
    return button && !button.form ? button : null;
  };
  const hold = (event: Event) => {
    const button = pressedBy(event);
    if (!(button instanceof HTMLElement)) return;
    event.preventDefault();
    event.stopPropagation();
    held.add(button);
    begin();
  };
  addEventListener('click', hold, true);
  addEventListener('submit', hold, true);
  const release = () => {
    removeEventListener('click', hold, true);
    removeEventListener('submit', hold, true);
    return held;
  };
  return { pressed, release };
}
