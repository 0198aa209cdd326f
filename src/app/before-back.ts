/**
 * A hook that runs before the router handles the browser's Back. Listeners on `window` run in the order they were
 * added, capturing or not, and a listener added after the router's may find that the screen has changed already.
 */
export const beforeBack: { handler?: ((event: PopStateEvent) => void) | undefined } = {};

export const listenBeforeRouter = (): void =>
  window.addEventListener('popstate', (event) => beforeBack.handler?.(event));
