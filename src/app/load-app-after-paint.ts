import { resultWithin } from '../device/with-timeout.ts';

/**
 * On a rendered page, the app starts only after the words and the first picture are painted, so that no script competes
 * with them. The server names the modules in `data-modules` of the script element: the entry first, then its imports on
 * this page.
 */

/** In milliseconds. */
const longestWait = { forPaint: 1_000, forPicture: 1_500 };

/**
 * Loads the app after the first paint. If a button is pressed earlier, loads the app at once and repeats the press
 * afterwards: the page's buttons do nothing without the app. Links work by themselves.
 * @returns a promise that resolves when the app has taken over or can't be loaded; at once if no modules are given
 */
export async function loadAppAfterPaint([entry, ...imported]: readonly string[]): Promise<void> {
  if (entry === undefined) return;
  const { pressed, release } = holdPresses();
  // If the server could not render the words in time, the page has nothing to paint, and the app loads at once.
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

/** Resolves at the first paint, or after the time limit: a page in the background is never painted. */
function firstPaint(): Promise<void> {
  const painted = new Promise<void>((resolve) => {
    // Reported only once the browser has painted content. `requestAnimationFrame` would also run for an empty frame.
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

/** Resolves when the app listens to the page (`data-started`, set by start.tsx). Rejects if a chunk is missing. */
function tookOver(): Promise<void> {
  const root = document.getElementById('root');
  return new Promise((resolve, reject) => {
    addEventListener('vite:preloadError', ({ payload }) => reject(payload));
    const check = () => root?.dataset.started === '' && resolve();
    if (root) new MutationObserver(check).observe(root, { attributes: true });
    check();
  });
}

/** Holds presses back until `release`, which returns each pressed button once. */
function holdPresses(): { pressed: Promise<void>; release(): Iterable<HTMLElement> } {
  const held = new Set<HTMLElement>();
  let begin: () => void;
  const pressed = new Promise<void>((resolve) => {
    begin = resolve;
  });
  // Returns a button that is pressed outside forms, or the submitter of a form. React hydrates the target of a click at
  // once, but not the target of a submit event.
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
