/** Of 100: performance as the median of a visit's runs, the others in every single run. */
export const minScores = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;

export type Category = keyof typeof minScores;

/** Layout shift, as Lighthouse reckons it, in every single run: below what anybody can see. */
export const maxLayoutShift = 0.001;

/** Each file is a request of the installation, and is compressed alone. */
export const maxPrecacheFiles = 45;

/**
 * What a first visit may load: in bytes, brotli, as the server sends them. The script of a reader is fixed at 83 kB; the
 * others stand a little above what is needed today, and are raised by whoever has a reason.
 */
export const byteBudgets = {
  /**
   * A page with its words, its data, its styles, and the names of the files that its screen is made of; its author's
   * page, and the smaller forms of uploaded images. What starts the app, or says that it did not start (0.9 kB), and the
   * placeholder (0.4 kB) are in the page, and no files and requests of their own.
   */
  html: 10_100,
  /**
   * Whatever is loaded later included. The list's is fixed; a form brings the calls along, with how responses are
   * cached and which versions edits have made (0.8 kB); a post what can be done with it; an author's visit asks who it is
   * and starts the sender, which sends edits, merges them with what others made of the post, uploads pictures, and keeps
   * those of deleted posts; what came of those one follows is counted (1 kB).
   * The login offers passkeys and what recovers an account (2.5 kB), and knows the account's refusals (0.4 kB); an author's
   * form can log in again (2 kB), and the account's own screen is 4 kB. A deleted account is forgotten, and a login is
   * renewed by passkey and over no other user's (3.5 kB). What a site calls itself, and links to, is 0.3 kB everywhere, and so
   * is what loads the typeface of posts.
   */
  script: { list: 83_000, reader: 106_400, author: 136_200 },
  /** In the page and linked; a post's page has the styles of its text, and authors' screens have styles of their own. */
  style: { reader: 5_400, author: 7_000 },
  /**
   * The worker, and all that it keeps to open every screen without a network: the parser of posts (38 kB) and the
   * grammars that colour code (40 kB) are about a third of it, and are loaded by no first visit. Editing is 22 kB: its
   * screens, and what merges two edits in the page, and in the worker when the app is closed. Pictures are 7 kB: what
   * makes them ready, in a thread and for browsers without one, and what stores, uploads and sweeps them in page and worker.
   * Search, topics and authors are 4 kB. The search on the device is 10 kB: its thread brings along what reads the caches
   * and the records of posts. Following is 6.5 kB, and taking shared pictures, and proving that a canvas can be read, 5 kB. The
   * account is 15 kB: its screen, passkeys, recovery, logging in again in a form, logouts that wait. All that somebody wrote
   * as a file is 6 kB; bringing files in is 13 kB, the reader of zips 19 kB, and the reader of front matter 12.6 kB. What
   * forgets a deleted account, and what tells other tabs of a new name, is 2 kB; asking about a post at which the server
   * fails, and lists that are held back, 3.5 kB. What tells authors what has just happened (a card of what was published or
   * waits, drafts in My Blogs, rows that stay in view) is 2 kB; a site's own name, colours, links and pages, in app and
   * worker, 3 kB. What stores lists and posts is in the worker and, for pages without one, in the app: 3 kB there.
   */
  precache: 379_700,
} as const;
