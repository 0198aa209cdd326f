/** One thing that was held against its bar. */
export interface Check {
  /** Where: a path, or what belongs to no screen. */
  subject: string;
  what: string;
  /** What was found, in the unit of the bar. */
  found: string;
  bar: string;
  passed: boolean;
  /** What to mend, one line each. */
  details: string[];
}

/** Nothing may be found. */
export function checkNone(subject: string, what: string, findings: string[]): Check {
  const passed = findings.length === 0;
  return { subject, what, found: String(findings.length), bar: '0', passed, details: findings };
}
