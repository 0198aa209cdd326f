import type { Encoding } from './encoding.ts';

/** The fields `If-Match` and `If-None-Match` as a request has them, several lines of one joined by commas. */
type Field = string | undefined;

/** An entity tag (RFC 9110, 8.8.3). Between the quotes there may be commas, and no quotes. */
const entityTag = /(?:W\/)?"[^"]*"/g;

const isAny = (field: string): boolean => field.trim() === '*';

const tagsIn = (field: string): string[] => field.match(entityTag) ?? [];

/**
 * Returns the tag without `W/` and without the suffix of a coding: the tags of all codings name the same version. Proxies
 * that compress an answer themselves append the same suffixes, and that of zstd.
 */
const opaqueOf = (tag: string): string => tag.replace(/^W\//, '').replace(/-(?:br|gzip|zstd)"$/, '"');

/** Returns the first tag that the field names, without a coding's suffix; `undefined` if that is a weak one, or none. */
export function firstTagIn(field: Field): string | undefined {
  const [tag] = field === undefined ? [] : tagsIn(field);
  return tag && isStrong(tag) ? opaqueOf(tag) : undefined;
}

const isStrong = (tag: string): boolean => tag.startsWith('"');

/** Returns the tag of a representation in a coding. A weak one is the same in all; strong ones differ, as the bytes do. */
export const tagInCoding = (etag: string, coding: Encoding | undefined): string =>
  coding && isStrong(etag) ? etag.replace(/"$/, `-${coding}"`) : etag;

/**
 * Strong comparison (RFC 9110, 13.1.1): a weak tag never matches.
 *
 * @param etag of the current representation; `''` if it has none, `undefined` if there is no representation.
 */
export function holdsIfMatch(field: Field, etag: string | undefined): boolean {
  if (field === undefined) return true;
  if (etag === undefined) return false;
  return (
    isAny(field) || tagsIn(field).some((tag) => isStrong(tag) && isStrong(etag) && opaqueOf(tag) === opaqueOf(etag))
  );
}

/**
 * Weak comparison (RFC 9110, 13.1.2).
 *
 * @param etag as of `holdsIfMatch`
 * @returns the tag that the client has, as of the coding in which it has the representation; `undefined` if it has none
 */
export function matchedTag(field: Field, etag: string | undefined): string | undefined {
  if (field === undefined || etag === undefined) return undefined;
  if (isAny(field)) return etag;
  const matched = tagsIn(field).find((tag) => opaqueOf(tag) === opaqueOf(etag));
  return matched && isStrong(etag) ? matched.replace(/^W\//, '') : matched && etag;
}
