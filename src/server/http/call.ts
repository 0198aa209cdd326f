import * as v from 'valibot';
import type { ProblemCode } from '../../contract/problems.ts';

export type Call = {
  summary: string;
  /** The credentials it accepts. Unset: it needs no login. */
  needs?: ('token' | 'cookie')[];
  /** Headers and the query. */
  parameters?: object[];
  takes?: v.GenericSchema;
  /** The body of the request, or of the answer, is an image. */
  takesImage?: boolean;
  givesImage?: boolean;
  gives: Record<number, v.GenericSchema | null>;
  refuses: ProblemCode[];
  /** What it refuses with 410 (Gone) instead of the code's own status. */
  refusesAsGone?: ProblemCode[];
};

/** What any call may refuse that takes JSON. */
export const body = [
  'malformed_json',
  'unsupported_media_type',
  'body_too_large',
  'invalid_field',
  'request_timeout',
] as const;

/** What any call may refuse that is about one's own account, or asks for its password. */
export const owning = ['wrong_origin', 'not_authenticated', 'account_suspended', 'account_deleted'] as const;
export const confirming = [...owning, 'wrong_password', 'too_many_attempts'] as const;

/** What opens a session is answered with. */
export const credentials = v.strictObject({ token: v.string(), userId: v.pipe(v.string(), v.uuid()) });
