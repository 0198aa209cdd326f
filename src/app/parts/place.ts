/** Where a reader is in a list. */
export interface Place {
  /** Pages of the list that were loaded. */
  pages: number;
  /** Posts of them that were on the page. */
  shown: number;
  /** What was being read, and how far below the window's top it began, in CSS pixels; empty at the list's beginning. */
  post: string;
  offset: number;
}

/**
 * Kept in the entry of the browser's history: so Back finds it, a reload does, and no other visit to the same address.
 * React Router keeps its own things there, and leaves others' alone.
 */
export function readPlace(): Place | undefined {
  const { place }: { place?: Place } = history.state ?? {};
  return place;
}

export function writePlace(place: Place): void {
  history.replaceState({ ...history.state, place }, '');
}
