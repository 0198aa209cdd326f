/** Lowest scores, of 100: for performance, of the median of a visit's runs; for the others, of every single run. */
export const minScores = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;

export type Category = keyof typeof minScores;

/** Maximum layout shift (CLS) in any single run: less than anybody can see. */
export const maxLayoutShift = 0.001;

/** Maximum number of files: the installing worker requests each one, and many small files compress badly. */
export const maxPrecacheFiles = 45;

/**
 * Maximum bytes that a first visit may load, compressed by brotli as the server sends them. The list's script stays at
 * 83 kB. The other budgets are a little above the present sizes. Raise one only for a stated reason.
 */
export const byteBudgets = {
  /**
   * A page with its words, data and styles, the names of its screen's files, and links to its author's page and to
   * smaller sizes of uploaded images. The script that starts the app or says that it did not start (0.9 kB) and the
   * placeholder (0.4 kB) are inlined, which saves files and requests.
   */
  html: 10_100,
  /**
   * Includes scripts that load later. The list's budget is fixed. A form adds the calls, the caching of responses, and
   * the versions that edits have made (0.8 kB). A post adds the actions on it. An author's visit asks who the author is
   * and starts the sender, which sends and merges edits, uploads pictures, and keeps the pictures of deleted posts. It
   * also counts the new posts of follows (1 kB). The login adds passkeys and account recovery (2.5 kB), and the
   * account's refusals (0.4 kB). An author's form can log in again (2 kB); the account screen is 4 kB. Forgetting a
   * deleted account, and renewing a login only by its user's passkey, are 3.5 kB. A site's name and links are 0.3 kB
   * everywhere, and so is loading the typeface of posts.
   */
  script: { list: 83_000, reader: 106_400, author: 136_200 },
  /** Inlined and linked styles. A post's page adds those of its text; authors' screens have their own. */
  style: { reader: 5_400, author: 7_000 },
  /**
   * The worker, and everything that it stores to open every screen offline. The parser of posts (38 kB) and the
   * grammars that colour code (40 kB) are a fifth of it, and no first visit loads them. Editing is 22 kB: its screens,
   * and merging two edits in the page, or in the worker when the app is closed. Pictures are 7 kB: preparing them in a
   * thread, or in a browser without threads, and storing, uploading and sweeping them in page and worker. Search,
   * topics and authors are 4 kB. The search on the device is 10 kB: its thread includes the code that reads caches
   * and records. Following is 6.5 kB; accepting shared pictures, and testing that a canvas can be read, 5 kB. The
   * account is 15 kB: its screen, passkeys, recovery, logging in again in a form, logouts that wait. Saving an author's
   * texts as a file is 6 kB; importing files is 13 kB, the reader of zips 19 kB, and the reader of front matter 12.6
   * kB. Forgetting a deleted account, and telling other tabs of a new name, is 2 kB. Retrying a post on which the
   * server fails, and lists that are held back, are 3.5 kB. Telling authors what just happened (a card of the submitted
   * post, drafts in My Blogs, rows that stay in view) is 2 kB. A site's own name, colours, links and pages are 3 kB in
   * app and worker. The app can also store lists and posts without a worker: 3 kB.
   */
  precache: 379_700,
} as const;
