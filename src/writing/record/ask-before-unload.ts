/** Names of the texts that would be lost with this page. */
const losses = new Set<string>();

/** Makes the browser ask, in its own words, before the page is closed or reloaded while that would lose a text. */
export function askBeforeUnload(name: string, isLost: boolean): void {
  if (isLost) losses.add(name);
  else losses.delete(name);
  // Some browsers exclude a page with such a listener from the back/forward cache.
  if (losses.size > 0) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
}

const ask = (event: Event): void => event.preventDefault();
