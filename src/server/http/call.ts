import type { Context, Env } from 'hono';
import type * as v from 'valibot';
import type { ProblemCode } from '../../contract/problems.ts';
import { readJson } from './json-body.ts';
import type { HandlerOf, Method } from './register-route.ts';
import { respond, respondJson } from './respond.ts';

/** One call: its description for the OpenAPI document, and its handler. */
export type Call<Template extends string> = {
  summary: string;
  /** The credentials that the call accepts. Unset: the call needs no login. */
  needs?: Credential[] | undefined;
  /** Descriptions of headers and query parameters for the OpenAPI document. */
  parameters?: object[] | undefined;
  takes?: v.GenericSchema | undefined;
  /** Media types of an image in the body of the request (`takesImage`) or of the response (`givesImage`). */
  takesImage?: string[];
  givesImage?: string[];
  gives: Record<number, v.GenericSchema | null>;
  refuses: ProblemCode[];
  /** Refusals whose status is 410 (Gone) instead of the code's own. */
  refusesAsGone?: ProblemCode[];
  answer: HandlerOf<Template>;
};

type Credential = 'token' | 'cookie';

/** All calls at one path. */
export type Route<Template extends string = never> = {
  template: string;
  calls: Partial<Record<Method, Call<Template>>>;
};

export function route<Template extends string>(
  template: Template,
  calls: Partial<Record<Method, Call<Template>>>,
): Route<Template> {
  return { template, calls };
}

/** How a call identifies its user: the credentials it accepts, the refusals, and the lookup. */
export type Who<User> = {
  needs?: Credential[];
  refuses: readonly ProblemCode[];
  find: (c: Context) => Promise<User>;
};

/** Refusals of every call that takes JSON. */
export const body: readonly ProblemCode[] = [
  'malformed_json',
  'unsupported_media_type',
  'body_too_large',
  'invalid_field',
  'request_timeout',
];

type JsonCall<Template extends string, User, Sent, Given> = {
  summary: string;
  who: Who<User>;
  parameters?: object[];
  /** The body of the request; unset: the request has no body. */
  takes?: v.GenericSchema<unknown, Sent>;
  /** The body of the response; unset: the response is 204, without a body. */
  gives?: v.GenericSchema<unknown, Given>;
  status?: 200 | 201;
  refuses?: readonly ProblemCode[];
  answer: (c: Context<Env, Template>, user: User, sent: Sent) => Promise<Given | Response>;
};

/**
 * Returns a call that takes at most a few kilobytes of JSON. It finds the user, validates the body, and sends the
 * result of `answer` as JSON.
 */
export function jsonCall<Template extends string, User, Sent = undefined, Given = void>({
  who,
  takes,
  gives,
  status = 200,
  refuses = [],
  answer,
  ...said
}: JsonCall<Template, User, Sent, Given>): Call<Template> {
  return {
    ...said,
    needs: who.needs,
    takes,
    gives: gives ? { [status]: gives } : { 204: null },
    refuses: [...(takes ? body : []), ...who.refuses, ...refuses],
    answer: async (c) => {
      const user = await who.find(c);
      const given = await answer(c, user, takes ? await readJson(c, takes) : (undefined as Sent));
      if (given instanceof Response) return given;
      return gives ? respondJson(c, status, given) : respond(c, 204, null);
    },
  };
}

const parameterIn =
  (place: 'header' | 'query') =>
  (name: string, description: string, schema: object = { type: 'string' }) => ({
    name,
    in: place,
    description,
    schema,
  });

/** Functions that describe a header or a query parameter for the OpenAPI document. */
export const header = parameterIn('header');
export const inQuery = parameterIn('query');
