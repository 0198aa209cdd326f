/** Entries that session storage refused; they are lost with the page. */
const memory = new Map<string, string>();

/**
 * Writes to session storage, or to this page's memory if session storage is forbidden or full.
 *
 * @returns whether the item survives a reload.
 */
export function writeTabItem(key: string, value: string): boolean {
  try {
    sessionStorage.setItem(key, value);
    memory.delete(key);
    return true;
  } catch (error) {
    console.error('Could not write to session storage; the item lasts as long as this page.', error);
    memory.set(key, value);
    return false;
  }
}

export const readTabItem = (key: string): string | null =>
  memory.get(key) ?? inSessionStorage((storage) => storage.getItem(key), null);

export function removeTabItem(key: string): void {
  memory.delete(key);
  inSessionStorage((storage) => storage.removeItem(key), undefined);
}

export function tabKeysWith(prefix: string): string[] {
  const stored = inSessionStorage((storage) => Object.keys(storage), []);
  return [...new Set([...memory.keys(), ...stored])].filter((key) => key.startsWith(prefix));
}

export const isTabStorageAllowed = (): boolean => inSessionStorage((storage) => storage.length >= 0, false);

function inSessionStorage<T>(work: (storage: Storage) => T, otherwise: T): T {
  try {
    return work(sessionStorage);
  } catch (error) {
    console.info("Session storage is forbidden; using this page's memory.", error);
    return otherwise;
  }
}
