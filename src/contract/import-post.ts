import * as v from 'valibot';
import { limits } from './limits.ts';
import { isTimeOfPost, storedTime, timeOf } from './post-time.ts';
import { newPostSchema } from './posts.ts';
import { storableText } from './text.ts';

/** Checks a timestamp, and converts it with `storedTime`. Converted timestamps sort correctly as strings. */
const time = v.pipe(
  v.string(),
  v.maxLength(40),
  v.isoTimestamp(),
  v.check((text) => isTimeOfPost(timeOf(text)), 'must be a time from 1970 on, and not in the future'),
  v.transform((text) => storedTime(text)),
);

const versionNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(limits.importedVersion));

/**
 * A post that was written elsewhere, or on another server. Importing it again makes no second post, because its id is
 * derived from its author, `source` and `createdAt`.
 */
export const importedPostSchema = v.object({
  ...newPostSchema.entries,
  /** Identifies the post among its author's posts, and is the same at each import. */
  source: v.pipe(storableText, v.nonEmpty(), v.maxLength(limits.source)),
  createdAt: time,
  updatedAt: v.nullable(time),
  /** The version number of this text; by default, one more than the last of `versions`. */
  version: v.exactOptional(versionNumber),
  /** Earlier texts, oldest first. A later import of the same post can add more. */
  versions: v.exactOptional(
    v.pipe(
      v.array(
        v.object({
          ...newPostSchema.entries,
          createdAt: time,
          /** By default, earlier versions have consecutive numbers; the last is one less than the post's own number. */
          version: v.exactOptional(versionNumber),
        }),
      ),
      v.maxLength(limits.importedVersions),
    ),
  ),
});

export type ImportedPost = v.InferOutput<typeof importedPostSchema>;

/**
 * Returns the id of an imported post. It is a UUIDv7 with the post's date (RFC 9562, 5.7), so that lists sort it by
 * date. Its other bits are a hash of author and source, so that device and server derive the same id. Needs a secure
 * context.
 *
 * @param createdAt any timestamp that `Date.parse` accepts.
 */
export async function importedPostId(userId: string, source: string, createdAt: string): Promise<string> {
  const named = new TextEncoder().encode(`${userId}\n${source}`);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', named));
  const bytes = new Uint8Array(16);
  // Six bytes of milliseconds, big-endian.
  for (let at = 5, rest = Date.parse(createdAt); at >= 0; at--, rest = Math.floor(rest / 256)) bytes[at] = rest % 256;
  bytes.set(digest.subarray(0, 10), 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const ownSource = 'storyline:';

/** Returns the source of a post that Storyline exported. An import adds versions to that post if it still exists. */
export const sourceOfOwn = (id: string): string => ownSource + id;

/** Returns the id that `sourceOfOwn` put into a source; `undefined` for every other source. */
export const originalIdIn = (source: string): string | undefined =>
  source.startsWith(ownSource) ? source.slice(ownSource.length) : undefined;
