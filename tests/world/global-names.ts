const names = {
  program: ['globalThis', 'self', 'window', 'console', 'postMessage', 'importScripts'],
  page: ['document', 'navigator', 'location', 'history', 'matchMedia', 'scrollTo', 'scrollY'],
  events: ['addEventListener', 'removeEventListener', 'dispatchEvent'],
  storage: ['localStorage', 'sessionStorage', 'indexedDB', 'IDBKeyRange', 'caches', 'structuredClone', 'Blob'],
  network: ['fetch', 'Request', 'Response', 'AbortSignal'],
  otherPrograms: ['clients', 'registration', 'BroadcastChannel', 'MessageChannel', 'Worker'],
  timeAndChance: ['Date', 'performance', 'crypto', 'Math'],
  timers: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate'],
  frames: ['requestAnimationFrame', 'requestIdleCallback'],
  pictures: ['createImageBitmap', 'OffscreenCanvas'],
};

/**
 * Every global through which the app or server reaches random numbers, time, storage, the network or other programs.
 * A global that is not passed to a program is undefined there, as in a browser that lacks it.
 */
export const globalNames = Object.values(names).flat();
