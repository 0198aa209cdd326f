/**
 * What is asked before the router hears of the browser's Back. A window calls its listeners in the order they came,
 * capturing or not, and the router's may have changed the screen by the next one.
 */
export const beforeBack: { asked?: ((event: PopStateEvent) => void) | undefined } = {};

export const listenBeforeRouter = (): void => window.addEventListener('popstate', (event) => beforeBack.asked?.(event));
