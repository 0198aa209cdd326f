/** Lengths in UTF-16 code units, as `String.length` counts; sizes in bytes, times in milliseconds. */
export const limits = {
  name: 100,
  email: 254,
  password: { min: 8, max: 200 },
  title: 300,
  imgUrl: 2_048,
  content: 1_000_000,
  summary: 200,
  idempotencyKey: 200,
  /** Size of a request body, for every call except creating a post (server/http/json-body.ts). */
  requestBody: 16 * 1024,
  /** The length of an imported post's source (import-post.ts). */
  source: 2_048,
  /** Limits of one import call: the most earlier versions, and (`importedVersion`) the highest version number. */
  importedVersions: 200,
  importedVersion: 1_000_000,
  /** Number of posts in one answer of our own backend. */
  page: 20,
  passkeys: 20,
  /** How long the challenge of a passkey is valid, in milliseconds. */
  passkeyChallenge: 5 * 60 * 1000,
  /** Number of versions in one answer of our own backend; they carry no text. */
  versions: 100,
  /** A token that was not used for this long is no longer valid. */
  tokenIdle: 30 * 24 * 60 * 60 * 1000,
  /** Precision of a token's last use, so that not every request writes to the database. */
  tokenTouch: 60 * 60 * 1000,
  /** `Max-Age` of the session cookie; browsers allow at most 400 days. The server itself applies `tokenIdle`. */
  cookieAge: 400 * 24 * 60 * 60 * 1000,
} as const;
