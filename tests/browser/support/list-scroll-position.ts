/**
 * Runs in the page. Returns whether `history.state` has the current scroll position of the list. The app stores it once
 * scrolling has ended.
 */
export function isScrollPositionStored(): boolean {
  const { place }: { place?: { post: string; offset: number } } = history.state ?? {};
  const card = place && document.querySelector(`[data-post="${CSS.escape(place.post)}"]`);
  return card ? Math.abs(card.getBoundingClientRect().top - place.offset) < 1 : false;
}
