/** Returns whether the app has rendered something, no part of the screen is missing, and the styles are loaded. */
export const isAppRunning = (): boolean =>
  document.querySelector('#root[data-started]:not(:empty)') !== null &&
  document.querySelector('.part-missing') === null &&
  getComputedStyle(document.documentElement).getPropertyValue('--paper') !== '';
