/** Runs in the page: returns whether the list has stored its scroll position, as it does once scrolling has ended. */
export function isPlaceNoted(): boolean {
  const { place }: { place?: { post: string; offset: number } } = history.state ?? {};
  const card = place && document.querySelector(`[data-post="${CSS.escape(place.post)}"]`);
  return card ? Math.abs(card.getBoundingClientRect().top - place.offset) < 1 : false;
}
