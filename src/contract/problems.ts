import * as v from 'valibot';
import { keyUsedSchema, versionMismatchSchema } from './write-refusals.ts';

/** Reasons of our own backend's errors, for programs: stable, unlike the wording in `title` and `detail`. */
export const problemCodes = [
  'malformed_request',
  'headers_too_large',
  'request_timeout',
  'expectation_failed',
  'malformed_json',
  'body_too_large',
  'invalid_field',
  'email_taken',
  'registration_closed',
  'invitation_required',
  'too_many_attempts',
  'posting_limit_reached',
  'wrong_credentials',
  'wrong_password',
  'wrong_code',
  'wrong_link',
  'session_not_found',
  'wrong_passkey',
  'unknown_passkey',
  'passkey_refused',
  'too_many_passkeys',
  'passkey_not_found',
  'account_suspended',
  'account_deleted',
  'not_authenticated',
  'wrong_origin',
  'wrong_author',
  'not_owner',
  'post_not_found',
  'version_not_found',
  'image_not_found',
  'image_mismatch',
  'image_metadata',
  'image_animated',
  'image_unreadable',
  'user_not_found',
  'unknown_host',
  'path_not_found',
  'method_not_allowed',
  'unsupported_media_type',
  'invalid_cursor',
  'idempotency_key_reused',
  'precondition_required',
  'precondition_failed',
  'version_mismatch',
  'busy',
  'unavailable',
  'internal',
] as const;

export type ProblemCode = (typeof problemCodes)[number];

export const problemTemplate = '/problems/:code';

/**
 * Returns a problem's `type` (RFC 9457, 3.1.1): the path of the page that explains it. It is only a path, because a
 * server might not know its own origin.
 */
export const problemTypeOf = (code: ProblemCode) => `/problems/${code}` as const;

/**
 * An error of our own backend: a problem document (RFC 9457) with the added members `code`, `field` and `requestId`.
 * Refused writes have more members (write-refusals.ts).
 */
export const problemSchema = v.object({
  type: v.picklist(problemCodes.map(problemTypeOf)),
  title: v.string(),
  status: v.number(),
  code: v.picklist(problemCodes),
  detail: v.optional(v.string()),
  field: v.optional(v.string()),
  /** The post's current version, if an edit began from another version (`version_mismatch`). */
  version: v.optional(v.pipe(v.number(), v.integer())),
  ...v.partial(versionMismatchSchema).entries,
  ...v.partial(keyUsedSchema).entries,
  /** The request's id in the server's log. */
  requestId: v.string(),
});

export type Problem = v.InferOutput<typeof problemSchema>;
