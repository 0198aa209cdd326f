import { readFile } from 'node:fs/promises';

/** A test or check that is named at the end, and why. */
export interface Noted {
  name: string;
  why: string;
}

export interface Counts {
  passed: number;
  failed: Noted[];
  skipped: Noted[];
  /** Passed, but only when it was tried again. */
  retried: Noted[];
}

const none: Counts = { passed: 0, failed: [], skipped: [], retried: [] };

/** Types, lint and format stand or fall together. */
export async function countsOfCheck(exitCode: number): Promise<Counts> {
  if (exitCode === 0) return { ...none, passed: 1 };
  return { ...none, failed: [{ name: 'npm run check', why: `exit code ${exitCode}` }] };
}

/** Reads the counts that a suite wrote as JSON; a suite that wrote none ran nothing. */
export async function readCounts(report: string): Promise<Counts> {
  try {
    const json: Partial<Record<keyof Counts, unknown>> = JSON.parse(await readFile(report, 'utf8'));
    const { passed, failed, skipped, retried } = json;
    if (typeof passed !== 'number' || !isNoted(failed) || !isNoted(skipped) || !isNoted(retried)) {
      throw new Error('Not a report of counts');
    }
    return { passed, failed, skipped, retried };
  } catch (error) {
    console.error(`No counts: ${report} could not be read.`, error);
    return none;
  }
}

function isNoted(value: unknown): value is Noted[] {
  return Array.isArray(value) && value.every(({ name, why }) => typeof name === 'string' && typeof why === 'string');
}

/** A suite that ran no test, or that ended badly without naming a failed one, has failed once. */
export function verdict(counts: Counts, exitCode: number): Counts {
  const isSilent = counts.failed.length === 0 && (exitCode !== 0 || counts.passed === 0);
  const why = exitCode === 0 ? 'nothing was tested' : `exit code ${exitCode}, and no test that failed`;
  return isSilent ? { ...counts, failed: [{ name: 'the whole', why }] } : counts;
}

/** What everything comes down to, in one line. */
export function closingLine(all: Counts[]): string {
  const sum = (count: (counts: Counts) => number) => all.reduce((total, counts) => total + count(counts), 0);
  const skipped = sum((counts) => counts.skipped.length);
  const judged = `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed.length)} failed`;
  return skipped === 0 ? judged : `${judged}, ${skipped} skipped`;
}

/** One line for each reason, with every name below it. */
export function notedLines(title: string, noted: Noted[]): string[] {
  if (noted.length === 0) return [];
  const byReason = Map.groupBy(noted, ({ why }) => why);
  const lines = [...byReason].flatMap(([why, those]) => [
    `  ${those.length} × ${why}`,
    ...those.map(({ name }) => `      ${name}`),
  ]);
  return [`${title} (${noted.length}):`, ...lines];
}
