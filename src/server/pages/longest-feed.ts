/** In bytes: the posts' full texts in one feed, as they are written and as they are formatted. */
export const longestFeed = 1_000_000;
