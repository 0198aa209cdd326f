/** One thing that was read off, and has no bar. */
export interface Measurement {
  /** Where: a screen, or what belongs to none. */
  subject: string;
  /** How the screen was come to. */
  visit?: string;
  what: string;
  /** What was found, with its unit. */
  found: string;
  /** The same of a static page with the same content. */
  floor?: string | undefined;
}

/** One thing that was held against its bar. */
export interface BudgetCheck extends Measurement {
  bar: string;
  passed: boolean;
  /** Why it could not be judged; it then counts as skipped, neither as passed nor as failed. */
  skipped?: string | undefined;
  /** What to mend, one line each. */
  details: string[];
}

export type ReportLine = Measurement | BudgetCheck;

export type Verdict = 'ok' | 'FAILED' | 'SKIPPED';

export const verdictOf = ({ passed, skipped }: BudgetCheck): Verdict =>
  skipped !== undefined ? 'SKIPPED' : passed ? 'ok' : 'FAILED';

export const isCheck = (line: ReportLine): line is BudgetCheck => 'bar' in line;

/** Nothing may be found. */
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
