/** Minimum scores, of 100. A visit's median run must reach the performance score, and every run the other scores. */
export const minScores = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;

export type Category = keyof typeof minScores;

/** Maximum layout shift (CLS) of every run: too small to see. */
export const maxLayoutShift = 0.001;

/** Maximum number of files: the installing worker requests each one, and many small files compress badly. */
export const maxPrecacheFiles = 45;

/**
 * Maximum bytes that a first visit may load, compressed by brotli as the server sends them. The script of the list
 * (/home) stays at 83 kB. The other budgets are a little above the present sizes. Raise one only for a stated reason.
 */
export const byteBudgets = {
  /**
   * Contains the page's words, data, styles and links, and the names of its screen's files. Two parts are inlined to
   * save requests: the script that starts the app or says that it did not start (0.9 kB), and the placeholder (0.4 kB).
   */
  html: 10_100,
  /**
   * Includes scripts that load later. The budget of the list (/home) is fixed. Other screens load more than the list:
   * - A form loads the calls, the caching of responses, and the versions that edits have made (0.8 kB).
   * - A post loads its actions.
   * - An author's visit loads the profile's call, the sender of drafts, edits and pictures, and the count of new posts
   *   (1 kB).
   * - The login loads passkeys and account recovery (2.5 kB), and the messages of refused calls (0.4 kB).
   * - An author's form can renew an expired login (2 kB).
   * - The account screen is 4 kB. Removing a deleted account's data, and renewing a login by a passkey, are 3.5 kB.
   * - The site's name and links, and loading the typeface, are 0.3 kB each on every screen.
   */
  script: { list: 83_000, reader: 106_400, author: 136_200 },
  /** Inlined and linked styles. A post's page adds those of its text; authors' screens have their own. */
  style: { reader: 5_400, author: 7_000 },
  /**
   * The worker, and everything that it stores to open every screen offline. These parts are included:
   * - the parser of posts (38 kB) and the grammars that colour code (40 kB), which no first visit loads
   * - the screens that edit a post, and merging two edits in page and worker (22 kB)
   * - preparing pictures with and without a thread, and storing, uploading and removing them (7 kB)
   * - search, topics and authors (4 kB), and the search on the device with its thread (10 kB)
   * - following (6.5 kB), and shared pictures with the test that a canvas can be read (5 kB)
   * - the account screen, passkeys, recovery, renewing a login in a form, and pending logouts (15 kB)
   * - exporting texts (6 kB), importing them (13 kB), and the readers of zips (19 kB) and of front matter (12.6 kB)
   * - removing a deleted account's data, and telling other tabs of a new name (2 kB)
   * - retrying a post on which the server fails, and holding back newer posts of a list (3.5 kB)
   * - the card of a submitted post, drafts in My Blogs, and rows that stay in view (2 kB)
   * - the site's name, colours, links and pages in app and worker (3 kB)
   * - storing lists and posts without a worker (3 kB)
   */
  precache: 379_700,
} as const;
