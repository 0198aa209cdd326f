const hex32 = '[0-9a-f]{32}';
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/**
 * An id as Storyline gives to drafts of posts: by `newIdempotencyKey`, and to those that were brought in a UUID. Those
 * of edits have another form, and belong to their posts.
 */
// bounded: 36 characters of an id
export const validId = new RegExp(`^(?:${hex32}|${uuid})$`);

/** An `Idempotency-Key` as Storyline gives to posts. */
// bounded: 45 characters of a key
export const validKey = new RegExp(`^(?:pictures-)?(?:${hex32}|${uuid})$`);
