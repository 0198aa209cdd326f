/**
 * Moves the focus to what has come in place of something that had it; also as a `ref`. Does nothing if somebody has put it
 * elsewhere meanwhile: what is gone has left it with an element around (`useFocusFallback`) or with the page.
 *
 * @param gone what had it, where that may still be there
 */
export function takeFocus(element: Element | null | undefined, gone?: Element): void {
  const { activeElement } = document;
  if (!(element instanceof HTMLElement) || !(activeElement === gone || activeElement?.contains(element))) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
