import type { Generated, Kysely, RawBuilder, Transaction } from 'kysely';
import type { imagesInDatabase } from './image-store.ts';
import type { SearchIndex } from './search-index.ts';

/** Ids are UUIDv7; times are ISO 8601, in UTC or without a zone. Both are text, which databases sort by time. */
export type Schema = {
  users: {
    id: string;
    name: string;
    /** As typed at registration. */
    email: string;
    /** The email in lower case: unique, and the key by which a login finds the account. */
    email_key: string;
    password_hash: string;
    created_at: string;
    /** When the account was suspended: it can neither log in nor write. `null` if it is not suspended. */
    suspended_at: string | null;
    /** Begins at 1. Grows with each new name and imported post, so that the author's cached documents become stale. */
    revision: Generated<number>;
  };
  sessions: {
    /** SHA-256 of the bearer token, base64url. It is the session's id. */
    token_hash: string;
    /** SHA-256 of the session cookie, base64url. The cookie's secret differs from the token. */
    cookie_hash: string;
    /** `null` once the account is deleted. Until the session expires, the row tells its device of the deletion. */
    user_id: string | null;
    last_used_at: string;
    created_at: string;
    /** The name by which the user recognizes the session (accounts/device-name.ts); empty if unknown. */
    device: Generated<string>;
  };
  /** The unused codes, each of which can set one new password. Using a code deletes it. */
  recovery_codes: {
    /** SHA-256 of the user's id and the code, base64url. */
    code_hash: string;
    user_id: string;
    created_at: string;
  };
  /** The operator's links to set a new password, at most one for each account. Using a link deletes it. */
  reset_links: {
    user_id: string;
    /** SHA-256 of the link's secret, base64url. */
    link_hash: string;
    ends_at: string;
  };
  passkeys: {
    /** The id of the credential, base64url; the authenticator has chosen it. */
    id: string;
    user_id: string;
    /** The name by which the user recognizes the passkey (passkeys/passkey-names.ts); empty if unknown. */
    name: string;
    /** A COSE key, base64url. */
    public_key: string;
    /** The authenticator's own count of its signatures; 0 if the authenticator does not count. */
    counter: number;
    created_at: string;
    last_used_at: string | null;
  };
  /** The challenges that passkeys sign. A challenge is deleted when it is used. */
  passkey_challenges: {
    /** SHA-256 of the challenge, base64url. */
    challenge_hash: string;
    /** The session that adds a passkey; the challenge is deleted with the session. `null` for a login. */
    session_hash: string | null;
    ends_at: string;
  };
  posts: {
    id: string;
    author_id: string;
    created_at: string;
    /** Begins at 1 and grows by one with each edit. */
    version: Generated<number>;
    /** The time of the last edit; `null` if there was none. */
    updated_at: string | null;
    title: string;
    summary: string;
    img_url: string;
    content: string;
  };
  /** The versions of a post that an edit has replaced; the current one is in `posts`. Deleted with the post. */
  post_versions: {
    post_id: string;
    version: number;
    /** When this version was published or edited. */
    created_at: string;
    /** The ETag of the version while it was the current one; `null` if it was imported as an earlier version. */
    etag: string | null;
    title: string;
    img_url: string;
    content: string;
  };
  /** All stored images; image-store.ts stores their bytes. */
  images: {
    /** `{sha256}-{width}x{height}.{ext}` (contract/images.ts). */
    name: string;
    /** The number of bytes of the uploaded image. */
    bytes: number;
    /** The time of the last upload, or of the deletion of the last post that named it; `null` while a post names it. */
    unnamed_since: string | null;
  };
  /** The accounts that uploaded an image. Several accounts may have uploaded the same one. */
  image_uploads: { user_id: string; image: string };
  /** Images named in any version of a post. No foreign key: a post may be stored before its images. */
  post_images: { post_id: string; image: string };
  /** The bytes of images, if the database stores them. */
  image_files: {
    image: string;
    /** The variant's name, such as `480.avif`; `''` for the uploaded image itself. */
    variant: string;
    bytes: Uint8Array;
  };
  idempotency_keys: {
    user_id: string;
    key: string;
    /** SHA-256 of the post's title, image address and content; for an edit, of its post's id too. */
    body_hash: string;
    /** Not a foreign key: the key must outlive its post, or a late repeat would publish a deleted post again. */
    post_id: string;
    /** The time of the post or version that the key made. */
    created_at: string;
    /** The version that an edit made; `null` for publishing. */
    version: number | null;
  };
  /** The topics of each post, in the form that `/topic/{tag}` has. Deleted with the post. */
  post_topics: {
    topic: string;
    post_id: string;
  };
  /** The posts in the search index. The table's other columns depend on the database. */
  indexed_posts: { post_id: string };
  known_places: {
    /** SHA-256 of the user's id and a network they have logged in from. */
    place_hash: string;
    user_id: string;
    /** When the network is forgotten; each login from it sets a later time. */
    ends_at: string;
  };
  invitations: {
    /** SHA-256 of the code in the invitation's address. The row is deleted when somebody registers with it. */
    code_hash: string;
    ends_at: string;
  };
  /** The operator's settings, written by `npm run site` (site/site-settings.ts). */
  site_settings: { key: string; value: string };
  /** The files made of the operator's icon, by their names. */
  site_icons: { name: string; bytes: Uint8Array };
  /** The operator's pages, such as an imprint. */
  site_pages: {
    name: string;
    /** The page's position in the footer. */
    position: number;
    title: string;
    updated_at: string;
    content: string;
  };
  rate_limits: {
    /** A limit's name and the SHA-256 of its subject, such as an account or an address (access/rate-limits.ts). */
    key: string;
    /** The count of this window: attempts, posts or bytes. */
    count: number;
    /** When the window closes. The next counted request after that opens another. */
    ends_at: string;
  };
};

export type Database = Kysely<Schema>;

/**
 * A transaction. `forNoKeyUpdate()` locks the rows of a query until the transaction ends. It does not write them: an
 * update, even to the same values, would change `postCacheKey`. Deletions of expired rows use
 * `forUpdate().skipLocked()`: they wait for no lock, so they can't deadlock. SQLite needs neither.
 */
export type StoreTransaction = Transaction<Schema>;

export type Store = {
  db: Database;
  imageStore: ReturnType<typeof imagesInDatabase>;
  /** Reads committed rows without waiting for a writer's lock; can't run transactions. */
  reads: Database;
  /**
   * An expression for queries on `posts` and `users`. Its value changes whenever the post or its author changes, even
   * by hand in the database's shell. Cached documents have it in their keys.
   */
  postCacheKey(): RawBuilder<string>;
  /** Changes whenever any process has written to the database. Unset if the database can't tell this synchronously. */
  version?(): string;
  search: SearchIndex;
  /** Has no query timeout, for migrations. */
  withoutTimeout: Database;
  /** For health checks; never waits behind other queries. */
  health: Database;
  /** Whether an error means that the database is unavailable, and not that the query is wrong. */
  isUnavailable(error: unknown): boolean;
  /** Whether an error means that another server did the same at the same moment, so that a retry succeeds. */
  isRaced(error: unknown): boolean;
  [Symbol.asyncDispose](): Promise<void>;
};
