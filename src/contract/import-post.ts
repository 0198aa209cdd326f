import * as v from 'valibot';
import { limits } from './limits.ts';
import { isTimeOfPost, storedTime, timeOf } from './post-time.ts';
import { newPostSchema } from './posts.ts';
import { storableText } from './text.ts';

/** As every stored time is (`storedTime`). So bounded, all of them sort as texts, too. */
const time = v.pipe(
  v.string(),
  v.maxLength(40),
  v.isoTimestamp(),
  v.check((text) => isTimeOfPost(timeOf(text)), 'must be a time from 1970 on, and not in the future'),
  v.transform((text) => storedTime(text)),
);

const versionNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(limits.importedVersion));

/**
 * A post that was written elsewhere, or on another server. Sent again, nothing is made twice: its id is derived from
 * `source` and `createdAt`.
 */
export const importedPostSchema = v.object({
  ...newPostSchema.entries,
  /** Identifies it among the author's posts, and is the same at each import. */
  source: v.pipe(storableText, v.nonEmpty(), v.maxLength(limits.source)),
  createdAt: time,
  updatedAt: v.nullable(time),
  /** The number of the text; by default one more than there are `versions`. */
  version: v.exactOptional(versionNumber),
  /** Earlier texts, oldest first. More of them can be sent later, with the same post. */
  versions: v.exactOptional(
    v.pipe(
      v.array(
        v.object({
          ...newPostSchema.entries,
          createdAt: time,
          /** By default those right before the post's own, in their order. */
          version: v.exactOptional(versionNumber),
        }),
      ),
      v.maxLength(limits.importedVersions),
    ),
  ),
});

export type ImportedPost = v.InferOutput<typeof importedPostSchema>;

/**
 * The id of a post that is brought in: a UUIDv7 of its date (RFC 9562, 5.7), so that lists sort it there, and otherwise
 * of what it is, so that the device knows it too. Of another author it is another one. Needs a secure context.
 *
 * @param createdAt any time that `Date.parse` knows.
 */
export async function importedPostId(userId: string, source: string, createdAt: string): Promise<string> {
  const named = new TextEncoder().encode(`${userId}\n${source}`);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', named));
  const bytes = new Uint8Array(16);
  // Six bytes of milliseconds, the lowest last.
  for (let at = 5, rest = Date.parse(createdAt); at >= 0; at--, rest = Math.floor(rest / 256)) bytes[at] = rest % 256;
  bytes.set(digest.subarray(0, 10), 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const ownSource = 'storyline:';

/** The source of a post from a file of Storyline's. Where that post still is, it is the one that is there. */
export const sourceOfOwn = (id: string): string => ownSource + id;

/** The reverse of `sourceOfOwn`; `undefined` for every other source. */
export const originalIdIn = (source: string): string | undefined =>
  source.startsWith(ownSource) ? source.slice(ownSource.length) : undefined;
