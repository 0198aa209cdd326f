/**
 * What differs between builds whose pages run different modules: the page's import map, as text. Earlier builds had none; there it was the URL of
 * the entry script, whose name changed with every other file.
 */
export const buildId = (): string => document.querySelector('script[type="importmap"]')?.textContent ?? import.meta.url;
