import * as v from 'valibot';

/** Why the own backend refused, for programs; stable, unlike the wording beside it. */
export const problemCodes = [
  'malformed_request',
  'headers_too_large',
  'request_timeout',
  'expectation_failed',
  'malformed_json',
  'body_too_large',
  'invalid_field',
  'email_taken',
  'too_many_attempts',
  'wrong_credentials',
  'not_authenticated',
  'wrong_origin',
  'wrong_author',
  'not_owner',
  'post_not_found',
  'user_not_found',
  'path_not_found',
  'method_not_allowed',
  'unsupported_media_type',
  'invalid_cursor',
  'idempotency_key_reused',
  'unavailable',
  'internal',
] as const;

/** A refusal of the own backend: a problem document (RFC 9457) with three members of its own. */
export const problemSchema = v.object({
  type: v.literal('about:blank'),
  title: v.string(),
  status: v.number(),
  code: v.picklist(problemCodes),
  detail: v.optional(v.string()),
  field: v.optional(v.string()),
  /** By which the operator finds the request in the log. */
  requestId: v.string(),
});

export type ProblemCode = (typeof problemCodes)[number];
export type Problem = v.InferOutput<typeof problemSchema>;
