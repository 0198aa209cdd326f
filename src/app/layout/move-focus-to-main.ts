/** Moves the focus to the screen when the focused element of the layout is about to disappear. */
export const moveFocusToMain = (): void => document.getElementById('main')?.focus({ preventScroll: true });
