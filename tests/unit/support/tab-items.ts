import { stubGlobal } from './global.ts';

/** Session storage of one tab, empty when opened. */
export function openTabStorage(): Disposable {
  const items = new Map<string, string>();
  return stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  });
}
