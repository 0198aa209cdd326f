/** Of 100, for every single run. */
export const scoreBars = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;

export type Category = keyof typeof scoreBars;

/** Layout shift, as Lighthouse reckons it, in every single run. */
export const shiftBar = 0;

/**
 * What a first visit may load: in bytes, brotli, as the server sends them. The script of a reader is fixed at 85 kB; the
 * others stand a little above what is needed today, and are raised by whoever has a reason.
 */
export const byteBudgets = {
  /** A page with its words, its data and its styles. */
  html: 9_000,
  /**
   * Whatever is loaded later included. The list's is fixed; a form brings the calls along, a post what can be done with
   * it; an author's visit sees to the outbox and asks who it is.
   */
  script: { list: 85_000, reader: 100_000, author: 110_000 },
  /** In the page and linked. */
  style: 4_500,
  /** The worker, and all that it keeps to open every screen without a network. */
  precache: 155_000,
} as const;
