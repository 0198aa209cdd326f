/**
 * Moves the focus to `element`, which has replaced the focused element; also works as a `ref`. Does so only if the
 * focus is on `gone`, or on an ancestor of `element` (by `useFocusFallback`). Otherwise, the user has moved the focus.
 *
 * @param gone the element that had the focus, if it may still be in the page
 */
export function takeFocus(element: Element | null | undefined, gone?: Element): void {
  const { activeElement } = document;
  if (!(element instanceof HTMLElement) || !(activeElement === gone || activeElement?.contains(element))) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
