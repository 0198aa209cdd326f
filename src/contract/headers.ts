/** Headers of our own backend, beyond the specification. They are never sent to another origin. */
export const ownHeaders = {
  /** A repeated call with the same key and author makes one post. */
  idempotencyKey: 'Idempotency-Key',
  /** The author's userId. Refused if the credential is another user's, such as after a change of users on the device. */
  author: 'Storyline-Author',
  /** Set on an answer of the search while its index lacks earlier posts. */
  incomplete: 'Storyline-Incomplete',
} as const;
