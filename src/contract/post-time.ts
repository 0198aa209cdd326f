/**
 * How far in the future a post's timestamp may be, in milliseconds, because clocks differ. A post with a later
 * timestamp would stay at the top of lists.
 */
const aheadAtMost = 60 * 1000;

/**
 * Converts a timestamp to milliseconds since the epoch, or NaN. Compare these numbers, never the strings: the year
 * `+010000` sorts before `1970`.
 */
export const timeOf = (written: string | number | undefined): number => new Date(written ?? Number.NaN).getTime();

/**
 * The suffix of a time in an unknown zone (RFC 3339, 4.3; RFC 5322, 3.3), such as the time of a file with
 * `date: 2019-01-01`. Readers in every zone see that day. Comparisons treat the time as UTC.
 */
const zoneUnknown = '-00:00';

/** Returns whether the time zone is unknown. */
export const hasNoZone = (written: string | number | undefined): boolean => String(written).endsWith(zoneUnknown);

/** Converts a timestamp to the form that is stored: ISO 8601 to the millisecond, in UTC or without a zone. */
export function storedTime(written: string | number): string {
  const iso = new Date(written).toISOString();
  return hasNoZone(written) ? withoutZone(iso) : iso;
}

/** Converts a time in UTC to a time in an unknown zone. */
export const withoutZone = (iso: string): string => iso.replace(/Z$/, zoneUnknown);

/** Returns only the date if the time zone is unknown, and otherwise returns `written` unchanged. */
export const dayOrTime = (written: string): string => (hasNoZone(written) ? written.slice(0, 10) : written);

/** Returns the latest time that a post may have, in milliseconds since the epoch. */
export const latestTimeOfPost = (): number => Date.now() + aheadAtMost;

/**
 * Returns whether a post, or a version of a post, may have this time: not before 1970, because a UUIDv7 holds no
 * earlier time, and not after `latestTimeOfPost`.
 *
 * @param time in milliseconds since the epoch.
 */
export const isTimeOfPost = (time: number): boolean => time >= 0 && time <= latestTimeOfPost();
