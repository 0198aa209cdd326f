/**
 * Moves the focus to what has come in place of something that had it. Does nothing if somebody has put it elsewhere
 * meanwhile: what is gone has left it with an element around (`useFocusFallback`) or with the page.
 */
export function takeFocus(element: HTMLElement | null | undefined): void {
  if (!element || !document.activeElement?.contains(element)) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
