import type * as v from 'valibot';
import type { ProblemCode } from '../../contract/problems.ts';
import type { HandlerOf, Method } from './register-route.ts';

export type Call = {
  summary: string;
  /** The credentials it accepts. Unset: it needs no login. */
  needs?: ('token' | 'cookie')[];
  /** Headers and the query. */
  parameters?: object[];
  takes?: v.GenericSchema;
  /** The media types of an image that is the body of the request, or of the answer. */
  takesImage?: string[];
  givesImage?: string[];
  gives: Record<number, v.GenericSchema | null>;
  refuses: ProblemCode[];
  /** Refusals whose status is 410 (Gone) instead of the code's own. */
  refusesAsGone?: ProblemCode[];
};

/**
 * Calls by the template of their path and by their method: what is registered, what is allowed there, and what the OpenAPI
 * document says of it.
 */
export type CallTable = Record<string, Partial<Record<Method, Call>>>;

/** One handler for each call in a table, no fewer and no more. */
export type HandlersOf<Calls> = {
  [Template in keyof Calls & string]: { [Method in keyof Calls[Template]]: HandlerOf<Template> };
};

/** Refusals of every call that takes JSON. */
export const body = [
  'malformed_json',
  'unsupported_media_type',
  'body_too_large',
  'invalid_field',
  'request_timeout',
] as const;

/** A parameter in a header of the request. */
export const header = (name: string, description: string) => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string' },
});
