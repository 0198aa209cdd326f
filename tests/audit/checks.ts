/** A measured value. It is only reported, unless it has a bar (`BudgetCheck`). */
export interface Measurement {
  /** The screen or state, or another subject such as `app`. */
  subject: string;
  /** How the screen was visited, such as `phone, repeat visit`. */
  visit?: string;
  what: string;
  /** The value, with its unit. */
  found: string;
  /** The value for a static page with the same content. */
  floor?: string | undefined;
}

/** A measured value that has to meet its bar. */
export interface BudgetCheck extends Measurement {
  /** The minimum or maximum, as text: `≥ 95`. */
  bar: string;
  passed: boolean;
  /** Why the check could not be judged. It is then reported as skipped, whatever `passed` says. */
  skipped?: string | undefined;
  /** What to fix, one line each. */
  details: string[];
}

export type ReportLine = Measurement | BudgetCheck;

export type Verdict = 'ok' | 'FAILED' | 'SKIPPED';

export const verdictOf = ({ passed, skipped }: BudgetCheck): Verdict =>
  skipped !== undefined ? 'SKIPPED' : passed ? 'ok' : 'FAILED';

export const isCheck = (line: ReportLine): line is BudgetCheck => 'bar' in line;

/** Returns a check that passes if there are no findings. */
export function checkNone(subject: string, what: string, findings: string[], visit?: string): BudgetCheck {
  const passed = findings.length === 0;
  return {
    subject,
    ...(visit && { visit }),
    what,
    found: String(findings.length),
    bar: '0',
    passed,
    details: findings,
  };
}

export function checkBytes(
  about: Pick<BudgetCheck, 'subject' | 'visit' | 'what' | 'floor'>,
  found: number,
  budget: number,
): BudgetCheck {
  return { ...about, found: `${found} B`, bar: `≤ ${budget} B`, passed: found <= budget, details: [] };
}
