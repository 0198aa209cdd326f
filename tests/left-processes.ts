import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** The environment variable that marks every process a suite starts, and those that they start. */
export const runMark = 'STORYLINE_TEST_RUN';

/** How long a process may take to end after the suite that started it. */
const graceMs = 30_000;

/**
 * Ends every process that carries the mark, and returns their commands. Needs Linux's `/proc`; elsewhere nothing can be
 * looked at, and nothing is returned.
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

/** A process that has ended and that nobody has waited for yet has an empty environment. */
function linesOf(pid: string, file: 'environ' | 'cmdline'): string[] {
  return unlessGone(() => readFileSync(join('/proc', pid, file), 'utf8'), '').split('\0');
}

/** The process may end between two looks at it, or belong to another person. */
function unlessGone<T>(look: () => T, otherwise: T): T {
  try {
    return look();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES' || code === 'EPERM') return otherwise;
    throw error;
  }
}
