import type { Problem, ProblemCode } from '../../contract/problems.ts';

/** The details of a refusal beyond its code. `status` replaces the code's status. */
type Extras = Omit<Problem, 'type' | 'title' | 'status' | 'code' | 'requestId'> & {
  status?: 410;
  headers?: Record<string, string>;
};

/** An error with a code for the client; http/problem-document.ts turns the error into the response. */
export class HttpError extends Error {
  readonly code: ProblemCode;
  readonly extras: Extras;

  /** @param options its `cause` is logged and never sent */
  constructor(code: ProblemCode, extras: Extras = {}, options?: ErrorOptions) {
    super(extras.detail ?? code, options);
    this.code = code;
    this.extras = extras;
  }
}
