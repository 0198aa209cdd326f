/** In milliseconds: how far the clock of whoever dates a post may be ahead. A later post would stand above all others. */
const aheadAtMost = 60 * 1000;

/** Milliseconds since the epoch; NaN for what is no time. Texts are never compared: `+010000-01-01` sorts before `1970-01-01`. */
export const timeOf = (written: string | number | undefined): number => new Date(written ?? Number.NaN).getTime();

/** In milliseconds since the epoch. */
export const latestTimeOfPost = (): number => Date.now() + aheadAtMost;

/**
 * Whether a post, or a version of one, may have this time: from 1970 on, before which a UUIDv7 knows none, and not to come.
 *
 * @param time in milliseconds since the epoch.
 */
export const isTimeOfPost = (time: number): boolean => time >= 0 && time <= latestTimeOfPost();
