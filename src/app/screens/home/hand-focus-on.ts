/** Moves the focus from a button that goes away, unless its user has moved it elsewhere meanwhile. */
export function handFocusOn(button: HTMLElement, to: HTMLElement | null | undefined): void {
  const { activeElement } = document;
  if (activeElement === button || activeElement === document.body) to?.focus({ preventScroll: true });
}
