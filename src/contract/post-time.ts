/** In milliseconds: how far the clock that dates a post may be ahead. A later post would stand above all others. */
const aheadAtMost = 60 * 1000;

/** Returns milliseconds since the epoch, or NaN if it is no time. Never compare texts: `+010000-01-01` sorts before `1970-01-01`. */
export const timeOf = (written: string | number | undefined): number => new Date(written ?? Number.NaN).getTime();

/**
 * Ends a time whose zone nobody wrote, as of `date: 2019-01-01`: its day is that day for every reader. RFC 3339 (4.3) and
 * RFC 5322 (3.3) write it so; as an instant it counts as UTC.
 */
const zoneUnknown = '-00:00';

/** Whether a time says its day and hour, and not in which zone. */
export const hasNoZone = (written: string | number | undefined): boolean => String(written).endsWith(zoneUnknown);

/** Returns a time as it is stored: ISO 8601 to the millisecond, in UTC or without a zone. */
export function storedTime(written: string | number): string {
  const iso = new Date(written).toISOString();
  return hasNoZone(written) ? withoutZone(iso) : iso;
}

/** Returns a time in UTC as one without a zone. */
export const withoutZone = (iso: string): string => iso.replace(/Z$/, zoneUnknown);

/** Returns the day that a time without a zone names, and any other time as it is. */
export const dayOrTime = (written: string): string => (hasNoZone(written) ? written.slice(0, 10) : written);

/** Returns milliseconds since the epoch. */
export const latestTimeOfPost = (): number => Date.now() + aheadAtMost;

/**
 * Whether a post, or a version of one, may have this time: from 1970 on, as a UUIDv7 holds no earlier one, and not in
 * the future.
 *
 * @param time in milliseconds since the epoch.
 */
export const isTimeOfPost = (time: number): boolean => time >= 0 && time <= latestTimeOfPost();
