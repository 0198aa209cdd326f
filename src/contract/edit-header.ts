/**
 * Of an edit: the `updatedAt` of the version that it began from, as a server that was restored may have made another of its
 * number. Apart from the other headers, which every page loads.
 */
export const baseUpdatedAtHeader = 'Storyline-Base-Updated-At';
