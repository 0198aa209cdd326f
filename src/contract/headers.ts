/** What the own backend understands beyond the specification; to another origin they are never sent. */
export const ownHeaders = {
  /** The same key and author: the same post, however often it is sent. */
  idempotencyKey: 'Idempotency-Key',
  /** The user whose work this is: refused when the credential is another's, as after a change of users on a device. */
  author: 'Storyline-Author',
} as const;
