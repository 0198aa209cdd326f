// @vitest-environment node
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endLeftProcesses, runMark } from '../left-processes.ts';

/** Processes are found through /proc, which only Linux has. */
const testWithProc = test.runIf(existsSync('/proc/self/environ'));

const markedWith = (mark: string) => ({ ...process.env, [runMark]: mark });

/** A shell script that prints a line, and whose child process could outlive it. */
const script = 'sleep 300 & echo started; wait';

testWithProc('a process that outlives its test run is reported and killed', async () => {
  const env = markedWith(`left-${process.pid}`);
  const left = spawn('sleep', ['300'], { detached: true, stdio: 'ignore', env });
  await once(left, 'spawn');
  expect(await endLeftProcesses('another', 0)).toEqual([]);
  expect(await endLeftProcesses(`left-${process.pid}`, 0)).toEqual(['sleep 300']);
  await expect.poll(() => endLeftProcesses(`left-${process.pid}`, 0)).toEqual([]);
});

testWithProc('a process group ends when its owner is killed', { timeout: 30_000 }, async () => {
  const owner = `
    import { spawn } from 'node:child_process';
    import { ownGroup } from ${JSON.stringify(join(import.meta.dirname, '../browser/support/process-group.ts'))};
    const leader = spawn('sh', ['-c', ${JSON.stringify(script)}], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
    ownGroup(leader);
    leader.stdout.pipe(process.stdout);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', owner], {
    env: markedWith(`owned-${process.pid}`),
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  expect(await endLeftProcesses(`owned-${process.pid}`)).toEqual([]);
});
