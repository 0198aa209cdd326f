import type { Encoding } from './encoding.ts';

/** The value of `If-Match` or `If-None-Match` in a request; commas join several lines of the same field. */
type Field = string | undefined;

/** An entity tag (RFC 9110, 8.8.3). The text between its quotes may have commas, but no quotes. */
const entityTag = /(?:W\/)?"[^"]*"/g;

const isAny = (field: string): boolean => field.trim() === '*';

const tagsIn = (field: string): string[] => field.match(entityTag) ?? [];

/**
 * Returns the tag without `W/` and without the suffix of a coding: the tags of all codings name the same version.
 * Proxies that compress a response append the same suffixes, or `-zstd`.
 */
const opaqueOf = (tag: string): string => tag.replace(/^W\//, '').replace(/-(?:br|gzip|zstd)"$/, '"');

/** Returns the first tag in the field, without a coding's suffix; `undefined` if that tag is weak or missing. */
export function firstTagIn(field: Field): string | undefined {
  const [tag] = field === undefined ? [] : tagsIn(field);
  return tag && isStrong(tag) ? opaqueOf(tag) : undefined;
}

const isStrong = (tag: string): boolean => tag.startsWith('"');

/**
 * Returns a representation's tag in a coding. Strong tags differ between codings, as the bytes do. Weak tags are the
 * same in all codings.
 */
export const tagInCoding = (etag: string, coding: Encoding | undefined): string =>
  coding && isStrong(etag) ? etag.replace(/"$/, `-${coding}"`) : etag;

/**
 * Whether `If-Match` is missing or matches. Compares strongly (RFC 9110, 13.1.1): a weak tag never matches.
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
 * Evaluates `If-None-Match`. Compares weakly (RFC 9110, 13.1.2).
 *
 * @param etag as for `holdsIfMatch`
 * @returns the tag of the client's copy, with the suffix of that copy's coding; `undefined` if the client has no
 * current copy
 */
export function matchedTag(field: Field, etag: string | undefined): string | undefined {
  if (field === undefined || etag === undefined) return undefined;
  if (isAny(field)) return etag;
  const matched = tagsIn(field).find((tag) => opaqueOf(tag) === opaqueOf(etag));
  return matched && isStrong(etag) ? matched.replace(/^W\//, '') : matched && etag;
}
