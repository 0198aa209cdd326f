import type { Kysely, Transaction } from 'kysely';

/** Ids are UUIDv7, times are ISO 8601 in UTC: both are text that sorts by time in every database. */
export type Schema = {
  users: {
    id: string;
    name: string;
    /** As typed at registration. */
    email: string;
    /** Lower case; what makes an email unique and what a login is looked up by. */
    email_key: string;
    password_hash: string;
    created_at: string;
  };
  sessions: {
    /** SHA-256 of the bearer token, base64url. */
    token_hash: string;
    /** SHA-256 of the session cookie, a secret of its own. */
    cookie_hash: string;
    user_id: string;
    last_used_at: string;
  };
  posts: {
    id: string;
    author_id: string;
    title: string;
    summary: string;
    img_url: string;
    content: string;
    created_at: string;
  };
  idempotency_keys: {
    user_id: string;
    key: string;
    /** SHA-256 of what was posted under the key. */
    body_hash: string;
    /** Not a foreign key: the key outlives its post, or a late repeat would publish a deleted post again. */
    post_id: string;
    created_at: string;
  };
  rate_limits: {
    /** A policy's name, and the SHA-256 of whom it counts. */
    key: string;
    /** Of this window. */
    count: number;
    /** When the window closes; whatever comes later opens another. */
    ends_at: string;
  };
};

export type Database = Kysely<Schema>;
export type Work = Transaction<Schema>;

export type Store = {
  db: Database;
  /** For what everybody may read: perhaps a moment behind, never in a transaction. */
  publicReads: Database;
  /** Whether an error says that the database can't answer now, rather than that we asked wrongly. */
  isUnavailable(error: unknown): boolean;
  /** Whether an error says that another server did the same at the same time, so that asking again is all it takes. */
  isRaced(error: unknown): boolean;
  [Symbol.asyncDispose](): Promise<void>;
};
