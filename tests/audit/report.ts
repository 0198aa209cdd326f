import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Check } from './checks.ts';

export interface Report {
  passed: number;
  failed: number;
  checks: Check[];
}

export function reportOf(checks: Check[]): Report {
  const passed = checks.filter((check) => check.passed).length;
  return { passed, failed: checks.length - passed, checks };
}

/** Each check beside its bar, and under a failed one what to mend. */
export function print({ checks, passed, failed }: Report): void {
  const width = (read: (check: Check) => string) => Math.max(0, ...checks.map((check) => read(check).length));
  const [subjects, whats, founds] = [
    width(({ subject }) => subject),
    width(({ what }) => what),
    width(({ found }) => found),
  ];
  for (const { subject, what, found, bar, passed: good, details } of checks) {
    const cells = [subject.padEnd(subjects), what.padEnd(whats), found.padEnd(founds), `bar ${bar}`.padEnd(14)];
    console.log(`${cells.join('  ')}${good ? 'ok' : 'FAILED'}`);
    for (const detail of details) console.log(`    ${detail}`);
  }
  console.log(`\n${passed} passed, ${failed} failed`);
}

/** As `audit.json` for programs and `audit.html` for people. */
export async function write(report: Report, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'audit.json'), `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(join(folder, 'audit.html'), page(report));
}

function page({ checks, passed, failed }: Report): string {
  const rows = checks.map(({ subject, what, found, bar, passed: good, details }) => {
    const cells = [subject, what, found, bar, good ? 'ok' : `failed: ${details.join('; ')}`];
    return `<tr class="${good ? 'ok' : 'failed'}">${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Audit: ${passed} passed, ${failed} failed</title>
<style>
  body { margin: 2rem; font: 1rem/1.4 system-ui, sans-serif; }
  td, th { padding: 0.25rem 1rem 0.25rem 0; border-bottom: 1px solid #ddd; text-align: left; vertical-align: top; }
  .failed { background: #fde8e8; }
</style>
<h1>${passed} passed, ${failed} failed</h1>
<table>
<tr><th>Where</th><th>What</th><th>Found</th><th>Bar</th><th>Verdict</th></tr>
${rows.join('\n')}
</table>
</html>
`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
