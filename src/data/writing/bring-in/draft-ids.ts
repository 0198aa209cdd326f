const hex32 = '[0-9a-f]{32}';
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/**
 * An id as Storyline gives to drafts: by `newIdempotencyKey`, and to those that were brought in a UUID. Also an
 * `Idempotency-Key` as it gives to posts.
 */
// bounded: 36 characters of an id
export const validId = new RegExp(`^(?:${hex32}|${uuid})$`);
