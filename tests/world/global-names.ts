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
 * Every global through which the product reaches random numbers, time, storage, the network or other programs. A global
 * that a realm leaves out is undefined for the product, as in a browser without it.
 */
export const globalNames = Object.values(names).flat();
