/** Where the focus goes when what had it has gone from the frame: not to nothing. */
export const focusScreen = (): void => document.getElementById('main')?.focus({ preventScroll: true });
