/** A reader's scroll position in a list. */
export interface ListScrollAnchor {
  /** Number of pages of the list that were loaded. */
  pages: number;
  /** Number of posts that were rendered. */
  shown: number;
  /** Id of the post that was in view; empty at the top of the list. */
  post: string;
  /** Distance of that post's top edge from the viewport's top, in CSS pixels. */
  offset: number;
}

/**
 * Reads the position from the browser's history entry. Back and a reload keep the entry; a new visit to the same URL
 * has a new entry. React Router keeps its own state in the entry and leaves other properties alone.
 */
export function readScrollAnchor(): ListScrollAnchor | undefined {
  const { place: anchor }: { place?: ListScrollAnchor } = history.state ?? {};
  return anchor;
}

export function writeScrollAnchor(anchor: ListScrollAnchor): void {
  history.replaceState({ ...history.state, place: anchor }, '');
}
