/** All in milliseconds. */
export const timeouts = {
  /** How long to wait for the network before a stale cached response is shown all the same. */
  staleWaitMs: 3_000,
  /** How long the browser may take to leave the page. If the page still runs then, the user has not left it. */
  leavingPageMs: 10_000,
  /** First pause before a screen or an import repeats a failed call, doubled for each attempt up to `maxRetryMs`. */
  firstRetryMs: 2_000,
  maxRetryMs: 30_000,
  /** Timeout of a call that other work waits for, such as a call for new posts or for the author's own list. */
  answerTimeoutMs: 30_000,
  /** Pause between two calls for new posts of followed authors and topics. */
  lookPauseMs: 250,
  /** Shortest pause between two rounds of calls for new posts while the app is closed; browsers may wait longer. */
  periodicLookMs: 12 * 60 * 60 * 1000,
  /** Delay from a change of the caches until the app checks again which posts are available offline. */
  availabilityDebounceMs: 300,
  /** Delay from the end of scrolling until the scroll position is stored. */
  scrollSettleMs: 150,
  /** A page that becomes visible again after this time refetches what it shows. */
  absenceMs: 5 * 60 * 1000,
  /** An installed app that is opened again within this time opens on its last screen. */
  resumeWithinMs: 60 * 60 * 1000,
  /** How long the first screen waits while the last location is read. */
  resumeTimeoutMs: 500,
  /** Delay from a keystroke until the draft is saved. */
  autosaveDelayMs: 300,
  /** After this time, the app tries again to save a draft that it could not save, even if the author types no more. */
  unsavedRetryMs: 5_000,
  /** How long a tab waits for a slow save, or for the lock of its own draft, which the same tab may still hold. */
  draftLockTimeoutMs: 1_000,
  /** How long a discarded draft can be restored. */
  discardRetentionMs: 24 * 60 * 60 * 1000,
  /** How long a deleted post's text stays as a draft, and how long a record without draft or pending text stays. */
  deletedDraftRetentionMs: 30 * 24 * 60 * 60 * 1000,
  /** How long the removal of all opened posts from the device can be undone. */
  undoMs: 10_000,
  /** A post that was on screen for this long has been read. */
  readMs: 2_000,
  /** Delay from a scroll until the reading progress is stored. */
  progressDelayMs: 1_000,
  /** First backoff of the sender, doubled for each attempt up to `maxResendMs`. */
  firstResendMs: 2_000,
  maxResendMs: 5 * 60 * 1000,
  /** Longest `Retry-After` that is honoured. */
  maxHoldMs: 24 * 60 * 60 * 1000,
  /** How long a submit waits for its call before it reports `waiting`; the call continues. */
  submitTimeoutMs: 10_000,
  /** Pause after an unanswered call without a key: the call may still arrive. Then the sender looks for the post. */
  arrivalMs: 10_000,
  /** After this time, the app assumes that a database hangs, perhaps for ever. A slow database opens sooner. */
  databaseTimeoutMs: 8_000,
  /** Timeout for reading or changing all caches or many stored posts, perhaps many megabytes. */
  cacheWriteTimeoutMs: 30_000,
  /** How long a page waits for other pages that are opening the database. */
  databaseLockTimeoutMs: 500,
  /** A database that has not opened after this time is opened again. */
  databaseOpenTimeoutMs: 2_000,
  /** Timeout of the sender's calls, longer for long texts. The sender then repeats the call with the same key. */
  sendTimeoutMs: 2 * 60 * 1000,
  /** Timeout for fetching a picture, or for sending a picture in an import. */
  pinImageMs: 120_000,
  /** Pause between checks for a new build while the app is open. */
  updateCheckIntervalMs: 60 * 60 * 1000,
  /** How long to wait for a new worker to take over. */
  takeOverTimeoutMs: 10_000,
  /** How long the worker waits for a page to name its build: a silent page is busy, frozen or of an older build. */
  pageReplyTimeoutMs: 3_000,
} as const;
