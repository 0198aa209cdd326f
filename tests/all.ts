import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './browser/chromium.ts';
import { type Counts, countsOfAudit, countsOfCheck, countsOfVitest, verdict } from './counts.ts';

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
  audit(),
];

function vitest(script: string): Suite {
  const report = join(folder, `${script.replace(':', '-')}.json`);
  const args = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return { script, args, counts: () => countsOfVitest(report) };
}

function audit(): Suite {
  const report = join(folder, 'audit.json');
  return { script: 'audit', args: ['--report', report], counts: () => countsOfAudit(report) };
}

async function run({ script, args, counts }: Suite): Promise<Outcome> {
  console.log(`\n── npm run ${script}`);
  const started = performance.now();
  const child = spawn('npm', ['run', '--silent', script, '--', ...args], { stdio: 'inherit' });
  const [exitCode]: (number | null)[] = await once(child, 'exit');
  const counted = await counts(exitCode ?? 1);
  return { script, ...verdict(counted, exitCode ?? 1), seconds: (performance.now() - started) / 1000 };
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
for (const { script, passed, failed, seconds } of outcomes) {
  console.log(
    `${script.padEnd(14)}${`${passed} passed`.padStart(12)}${`${failed} failed`.padStart(12)}${seconds.toFixed(0).padStart(7)} s`,
  );
}
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
