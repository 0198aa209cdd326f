/** Headers of the own backend, beyond the specification. They are never sent to another origin. */
export const ownHeaders = {
  /** A repeated call with the same key and author makes one post. */
  idempotencyKey: 'Idempotency-Key',
  /** The author's userId. The server refuses it if somebody else has logged in on the device since. */
  author: 'Storyline-Author',
  /** Set on an answer of the search while its index lacks earlier posts. */
  incomplete: 'Storyline-Incomplete',
} as const;
