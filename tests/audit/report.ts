import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Versions, versionLine } from '../bench/report.ts';
import { isCheck, type Line } from './checks.ts';
import type { Picture } from './gallery.ts';
import type { Measured } from './judge.ts';
import { page } from './page.ts';

export interface Report {
  passed: number;
  failed: number;
  /** Of the whole audit, in seconds. */
  duration: number;
  /** What it was measured with. */
  versions: Versions;
  lines: Line[];
  /** Every run of Lighthouse, those included that were made again. */
  visits: Measured[];
  pictures: Picture[];
}

export function reportOf(lines: Line[], about: Pick<Report, 'duration' | 'versions' | 'visits' | 'pictures'>): Report {
  const checks = lines.filter(isCheck);
  const passed = checks.filter((check) => check.passed).length;
  return { passed, failed: checks.length - passed, ...about, lines };
}

/** Each number beside its bar and its floor, and under a failed one what to mend. */
export function print({ lines, passed, failed, duration, versions }: Report): void {
  const rows = lines.map((line) => [...cellsOf(line), isCheck(line) ? (line.passed ? 'ok' : 'FAILED') : '']);
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
  console.log(`${Math.round(duration)} s: ${passed} passed, ${failed} failed`);
}

function cellsOf(line: Line): string[] {
  const { subject, visit = '', what, found, floor } = line;
  return [subject, visit, what, found, isCheck(line) ? `bar ${line.bar}` : '', floor ? `floor ${floor}` : ''];
}

/** As `audit.json` for programs and `audit.html` for people. */
export async function write(report: Report, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'audit.json'), `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(join(folder, 'audit.html'), page(report));
}
