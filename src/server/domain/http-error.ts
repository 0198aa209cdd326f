import type { ProblemCode } from '../../contract/problems.ts';

type Extras = { field?: string; detail?: string; version?: number; headers?: Record<string, string> };

/** An error with a code for the client; http/problem-document.ts turns it into the response. */
export class HttpError extends Error {
  readonly code: ProblemCode;
  readonly extras: Extras;

  /** @param options its cause is for the log alone */
  constructor(code: ProblemCode, extras: Extras = {}, options?: ErrorOptions) {
    super(extras.detail ?? code, options);
    this.code = code;
    this.extras = extras;
  }
}
