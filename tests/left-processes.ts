import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** The environment variable that marks every process that a suite starts, and their child processes. */
export const runMark = 'STORYLINE_TEST_RUN';

/** How long a process may take to end after the suite that started it, in milliseconds. */
const graceMs = 30_000;

/**
 * Ends every process that carries the mark, and returns their commands. Needs Linux's `/proc`; without it, ends no
 * process and returns an empty array.
 */
export async function endLeftProcesses(mark: string, waitMs = graceMs): Promise<string[]> {
  const deadline = performance.now() + waitMs;
  while (markedProcesses(mark).length > 0 && performance.now() < deadline) await wait(100);
  const left = markedProcesses(mark);
  for (const { pid } of left) unlessGone(() => process.kill(pid, 'SIGKILL'), true);
  return left.map(({ command }) => command);
}

function markedProcesses(mark: string): { pid: number; command: string }[] {
  if (!existsSync('/proc/self/environ')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => linesOf(pid, 'environ').includes(`${runMark}=${mark}`))
    .map((pid) => ({ pid: Number(pid), command: linesOf(pid, 'cmdline').join(' ').trim() }));
}

/** Returns the entries of a process's file in `/proc`. A zombie has no environment, so it lacks the mark. */
function linesOf(pid: string, file: 'environ' | 'cmdline'): string[] {
  return unlessGone(() => readFileSync(join('/proc', pid, file), 'utf8'), '').split('\0');
}

/** Returns the result of `look`, or `otherwise` if the process has ended or belongs to another user. */
function unlessGone<T>(look: () => T, otherwise: T): T {
  try {
    return look();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES' || code === 'EPERM') return otherwise;
    throw error;
  }
}
