/** In milliseconds: how far the clock that dates a post may be ahead. A later post would stand above all others. */
const aheadAtMost = 60 * 1000;

/** Returns milliseconds since the epoch, or NaN if it is no time. Never compare texts: `+010000-01-01` sorts before `1970-01-01`. */
export const timeOf = (written: string | number | undefined): number => new Date(written ?? Number.NaN).getTime();

/** Returns milliseconds since the epoch. */
export const latestTimeOfPost = (): number => Date.now() + aheadAtMost;

/**
 * Whether a post, or a version of one, may have this time: from 1970 on, as a UUIDv7 holds no earlier one, and not in
 * the future.
 *
 * @param time in milliseconds since the epoch.
 */
export const isTimeOfPost = (time: number): boolean => time >= 0 && time <= latestTimeOfPost();
