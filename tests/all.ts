import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './browser/support/chromium.ts';
import { type Counts, closingLine, countsOfCheck, notedLines, readCounts, verdict } from './counts.ts';
import { endLeftProcesses, runMark } from './left-processes.ts';

interface Suite {
  script: string;
  args: string[];
  counts: (exitCode: number) => Promise<Counts>;
}

interface Outcome extends Counts {
  script: string;
  seconds: number;
}

const folder = await mkdtemp(join(tmpdir(), 'storyline-tests-'));

const suites: Suite[] = [
  { script: 'check', args: [], counts: countsOfCheck },
  vitest('test:unit'),
  vitest('test:api'),
  vitest('test:browser'),
  { script: 'audit', args: ['--report', reportOf('audit')], counts: () => readCounts(reportOf('audit')) },
];

function reportOf(script: string): string {
  return join(folder, `${script.replace(':', '-')}.json`);
}

function vitest(script: string): Suite {
  const args = ['--reporter=default', '--reporter=./tests/counts-reporter.ts'];
  return { script, args, counts: () => readCounts(reportOf(script)) };
}

async function run({ script, args, counts }: Suite): Promise<Outcome> {
  console.log(`\n── npm run ${script}`);
  const started = performance.now();
  const mark = randomUUID();
  const env = { ...process.env, COUNTS_REPORT: reportOf(script), [runMark]: mark, FC_ALL: 'true' };
  const child = spawn('npm', ['run', '--silent', script, '--', ...args], { stdio: 'inherit', env });
  const [exitCode]: (number | null)[] = await once(child, 'exit');
  const counted = verdict(await counts(exitCode ?? 1), exitCode ?? 1);
  const left = await endLeftProcesses(mark);
  const stillRunning = left.map((name) => ({ name, why: `still running after npm run ${script}, now ended` }));
  const failed = [...counted.failed, ...stillRunning];
  return { ...counted, failed, script, seconds: (performance.now() - started) / 1000 };
}

try {
  process.env.CHROME_PATH = findChromium();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
}

const outcomes: Outcome[] = [];
for (const suite of suites) outcomes.push(await run(suite));
await rm(folder, { recursive: true });

console.log('');
for (const { script, passed, failed, skipped, retried, seconds } of outcomes) {
  const counts = [
    `${passed} passed`,
    `${failed.length} failed`,
    `${skipped.length} skipped`,
    `${retried.length} retried`,
  ];
  const cells = counts.map((count) => count.padStart(12)).join('');
  console.log(`${script.padEnd(14)}${cells}${seconds.toFixed(0).padStart(7)} s`);
}
const notes = [
  ...notedLines(
    'Passed only when tried again',
    outcomes.flatMap(({ retried }) => retried),
  ),
  ...notedLines(
    'Skipped',
    outcomes.flatMap(({ skipped }) => skipped),
  ),
  ...notedLines(
    'Failed',
    outcomes.flatMap(({ failed }) => failed),
  ),
];
if (notes.length > 0) console.log(`\n${notes.join('\n')}`);
console.log(`\n${closingLine(outcomes)}`);
process.exitCode = outcomes.every(({ failed }) => failed.length === 0) ? 0 : 1;
