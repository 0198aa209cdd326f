/**
 * Moves the focus to `element`, which has replaced the focused element; also works as a `ref`. Does nothing if the user
 * has moved the focus: it is then neither on `gone` nor on an ancestor of `element` (set by `useFocusFallback`).
 *
 * @param gone the element that had the focus, if it may still be in the page
 */
export function takeFocus(element: Element | null | undefined, gone?: Element): void {
  const { activeElement } = document;
  if (!(element instanceof HTMLElement) || !(activeElement === gone || activeElement?.contains(element))) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
