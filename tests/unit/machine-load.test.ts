// @vitest-environment node
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { expect, test } from 'vitest';
import { processTreeCpuTicks, startLoadMeasurement } from '../audit/machine-load.ts';
import { scaled } from '../test-run.ts';

/** Elsewhere than on Linux nobody can say. */
const testWithProc = test.runIf(existsSync('/proc/stat'));

/** Uses half a second of CPU time, however long that takes, and says so while it still runs. */
const useCpu = `
  const used = () => process.cpuUsage().user + process.cpuUsage().system;
  while (used() < 500_000);
  console.log('done');
  process.stdin.resume();
`;

/** Most of half a second: Linux counts a hundred ticks a second. */
const mostOfIt = 40;

testWithProc(
  'what this process started counts as its own, while it runs and when it has ended',
  { timeout: scaled(60_000) },
  async () => {
    const before = processTreeCpuTicks();
    const child = spawn(process.execPath, ['-e', useCpu]);
    await once(child.stdout, 'data');
    expect(processTreeCpuTicks() - before).toBeGreaterThan(mostOfIt);
    child.stdin.end();
    await once(child, 'exit');
    expect(processTreeCpuTicks() - before).toBeGreaterThan(mostOfIt);
  },
);

testWithProc('what belongs to nobody here counts as the load of others', { timeout: scaled(60_000) }, async () => {
  const load = startLoadMeasurement();
  const started = performance.now();
  // Started through a shell that ends at once.
  const shell = spawn('sh', ['-c', '"$0" -e "$1" <&0 & exec 0<&-', process.execPath, useCpu], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(shell.stdout, 'data');
  const cpuSeconds = ((performance.now() - started) / 1_000) * cpus().length;
  expect(load()).toBeGreaterThan((0.5 * mostOfIt) / 100 / cpuSeconds);
  shell.stdin.end();
});
