import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Versions, versionLine } from '../bench/report.ts';
import { type Counts, closingLine, type FileReport, notedLines, type SuiteReport } from '../suite-report.ts';
import { type BudgetCheck, isCheck, type ReportLine, type Verdict, verdictOf } from './checks.ts';
import type { Measured } from './judge.ts';

export interface Report extends Counts {
  /** Duration of the whole audit, in seconds. */
  duration: number;
  /** Versions of the programs that measured. */
  versions: Versions;
  lines: ReportLine[];
  /** Every run of Lighthouse. */
  visits: Measured[];
}

export function reportOf(lines: ReportLine[], about: Pick<Report, 'duration' | 'versions' | 'visits'>): Report {
  const checks = lines.filter(isCheck);
  const judged = (verdict: Verdict) => checks.filter((check) => verdictOf(check) === verdict);
  const skipped = checks.flatMap((check) =>
    check.skipped === undefined ? [] : [{ name: nameOfCheck(check), why: check.skipped }],
  );
  const failed = judged('FAILED').map((check) => ({ name: nameOfCheck(check), why: 'bar missed' }));
  return { passed: judged('ok').length, failed, skipped, ...about, lines };
}

const nameOfCheck = ({ subject, visit, what, found, bar }: BudgetCheck) =>
  `${[subject, visit].filter((part) => part !== undefined).join(', ')}: ${found} for ${what}, bar ${bar}`;

/** Returns the checks in the format in which suites report tests, with a file for each screen or state. */
export function suiteReportOf(lines: ReportLine[]): SuiteReport {
  const bySubject = Map.groupBy(lines.filter(isCheck), ({ subject }) => subject);
  const files = [...bySubject].map(
    ([file, checks]): FileReport => ({ file, errors: [], tests: checks.map(outcomeOf) }),
  );
  return { files, errors: [] };
}

function outcomeOf(check: BudgetCheck): FileReport['tests'][number] {
  const title = [check.visit, check.what].filter((part) => part !== undefined).join(', ');
  const measured = `${check.found}, bar ${check.bar}`;
  if (check.skipped !== undefined)
    return { kind: 'skipped', title, why: `${measured}: not judged, as ${check.skipped}` };
  if (!check.passed) return { kind: 'failed', title, why: [measured, ...check.details].join('; ') };
  return { kind: 'passed', title };
}

/** Prints each value beside its bar and floor (checks.ts). Below a failed check, prints what to fix. */
export function print(report: Report): void {
  const { lines, duration, versions } = report;
  const rows = lines.map((line) => [...cellsOf(line), isCheck(line) ? verdictOf(line) : '']);
  const widths = rows.reduce<number[]>((most, row) => row.map((cell, at) => Math.max(cell.length, most[at] ?? 0)), []);
  for (const [index, line] of lines.entries()) {
    console.log(
      rows[index]
        ?.map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    );
    for (const detail of isCheck(line) ? line.details : []) console.log(`    ${detail}`);
  }
  console.log(`\n${versionLine(versions)}`);
  for (const line of notedLines('Skipped', report.skipped)) console.log(line);
  console.log(`${Math.round(duration)} s: ${closingLine([report])}`);
}

function cellsOf(line: ReportLine): string[] {
  const { subject, visit = '', what, found, floor } = line;
  return [subject, visit, what, found, isCheck(line) ? `bar ${line.bar}` : '', floor ? `floor ${floor}` : ''];
}

export async function write(report: Report, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'audit.json'), `${JSON.stringify(report, null, 2)}\n`);
}
