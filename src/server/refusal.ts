import type { ProblemCode } from '../contract/problems.ts';

type Extras = { field?: string; detail?: string; headers?: Record<string, string> };

/** Thrown by a rule that says no; http/problem.ts turns it into the answer. */
export class Refusal extends Error {
  readonly code: ProblemCode;
  readonly extras: Extras;

  constructor(code: ProblemCode, extras: Extras = {}) {
    super(extras.detail ?? code);
    this.code = code;
    this.extras = extras;
  }
}
