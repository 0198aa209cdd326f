/** Lengths in UTF-16 code units, as `String.length` counts; sizes in bytes, spans in milliseconds. */
export const limits = {
  name: 100,
  email: 254,
  password: { min: 8, max: 200 },
  title: 300,
  imgUrl: 2_048,
  content: 1_000_000,
  summary: 200,
  idempotencyKey: 200,
  requestBody: 2 * 1024 * 1024,
  /** Posts in one answer of the own backend. */
  page: 20,
  /** A token nobody has used for this long is no longer valid. */
  tokenIdle: 30 * 24 * 60 * 60 * 1000,
  /** How exactly the last use is known: a read needn't write each time. */
  tokenTouch: 60 * 60 * 1000,
  /** How long a browser keeps the session cookie; browsers allow 400 days. The server's own rule is `tokenIdle`. */
  cookieAge: 400 * 24 * 60 * 60 * 1000,
} as const;
