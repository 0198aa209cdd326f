/** The names of the texts that would be lost if this page were closed. */
const losses = new Set<string>();

/** Shows the browser's dialog before the page is closed or reloaded, as long as any text would be lost. */
export function askBeforeUnload(name: string, isLost: boolean): void {
  if (isLost) losses.add(name);
  else losses.delete(name);
  // Listens only while needed: some browsers exclude a page with such a listener from the back/forward cache.
  if (losses.size > 0) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
}

const ask = (event: Event): void => event.preventDefault();
