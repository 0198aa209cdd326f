/** Headers of our own backend, beyond the specification. They are never sent to another origin. */
export const ownHeaders = {
  /** A repeated call with the same key and author makes one post. */
  idempotencyKey: 'Idempotency-Key',
  /** The author's userId. The server refuses another user's credential: somebody else may have logged in. */
  author: 'Storyline-Author',
  /** Set on search results while the index still lacks earlier posts. */
  incomplete: 'Storyline-Incomplete',
} as const;
