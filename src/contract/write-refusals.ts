import * as v from 'valibot';

const versionNumber = v.pipe(v.number(), v.integer(), v.minValue(1));

/** The version of a post that Storyline's own backend sends to the post's author with a refusal. */
const refusedVersionSchema = v.object({
  _id: v.string(),
  /** Names the version in `If-Match`. */
  etag: v.string(),
  version: versionNumber,
  title: v.string(),
  imgUrl: v.string(),
  content: v.string(),
  /** The time of the edit that made this version; absent if publishing made it. */
  updatedAt: v.optional(v.string()),
});

/** The body of `version_mismatch` (412): an edit or a deletion began from another version than the current one. */
export const versionMismatchSchema = v.object({
  current: refusedVersionSchema,
  /** Whether the post ever had the version in `If-Match`. A server restored from a backup might not know it. */
  isKnown: v.boolean(),
  /** The keys in `Storyline-Unanswered` whose calls made a version of this post, oldest version first. */
  made: v.array(v.object({ key: v.string(), version: versionNumber })),
});

/**
 * The body of `idempotency_key_reused` (422) when publishing. `post` is the version that the first call with the key
 * made. If that call's post has been deleted, the refusal is `post_not_found` (410) instead.
 */
export const keyUsedSchema = v.object({ post: refusedVersionSchema });

export type RefusedVersion = v.InferOutput<typeof refusedVersionSchema>;
