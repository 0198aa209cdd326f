/** One thing that was read off, and has no bar. */
export interface Reading {
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
export interface Check extends Reading {
  bar: string;
  passed: boolean;
  /** What to mend, one line each. */
  details: string[];
}

export type Line = Reading | Check;

export const isCheck = (line: Line): line is Check => 'bar' in line;

/** Nothing may be found. */
export function checkNone(subject: string, what: string, findings: string[], visit?: string): Check {
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
  about: Pick<Check, 'subject' | 'visit' | 'what' | 'floor'>,
  found: number,
  budget: number,
): Check {
  return { ...about, found: `${found} B`, bar: `≤ ${budget} B`, passed: found <= budget, details: [] };
}
