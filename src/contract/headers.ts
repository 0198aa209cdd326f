/** Headers of our own backend, beyond the specification. They are never sent to another origin. */
export const ownHeaders = {
  /** Calls with the same key and author create only one post. */
  idempotencyKey: 'Idempotency-Key',
  /** The author's userId. The server refuses a credential of another user, who may have logged in after the author. */
  author: 'Storyline-Author',
  /** Set on search results while the index still lacks earlier posts. */
  incomplete: 'Storyline-Incomplete',
} as const;
