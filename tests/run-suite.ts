import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endLeftProcesses, runMark } from './left-processes.ts';
import { type FileReport, readReport, reportVariable, type SuiteReport } from './suite-report.ts';

/** How long a stopped suite's processes may take to end, in milliseconds. */
const stopGraceMs = 10_000;

/**
 * Runs a command that writes a report, with a temporary folder of its own. Ends processes and removes files that the
 * command leaves. Each leftover is a failure of the test files in which a test timed out, or else of the suite. If the
 * signal stops the command, the suite has failed.
 */
export async function runSuite(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  stop: AbortSignal,
): Promise<SuiteReport> {
  const folder = await mkdtemp(join(tmpdir(), 'storyline-run-'));
  const [path, temporary, mark] = [join(folder, 'report.json'), join(folder, 'tmp'), randomUUID()];
  try {
    await mkdir(temporary);
    // PostgreSQL runs as another user, and must reach its files in these folders.
    for (const open of [folder, temporary]) await chmod(open, 0o711);
    const compileCache = { NODE_COMPILE_CACHE: join(folder, 'compile-cache') };
    const variables = { ...env, ...compileCache, [reportVariable]: path, [runMark]: mark, TMPDIR: temporary };
    // Starts a process group of its own, which `end` signals as a whole, because npm does not pass on signals.
    const child = spawn(command, args, { stdio: 'inherit', env: variables, detached: true });
    const exited = once(child, 'exit');
    const end = () => child.pid && process.kill(-child.pid, 'SIGTERM');
    stop.addEventListener('abort', end);
    if (stop.aborted) end();
    const [exitCode]: (number | null)[] = await exited;
    stop.removeEventListener('abort', end);
    const ended = await endLeftProcesses(mark, stop.aborted ? stopGraceMs : undefined);
    const files = (await readdir(temporary)).filter(isOfTests);
    const left = [
      ...ended.map((name) => `left running, now ended: ${name}`),
      ...files.map((name) => `left in its temporary folder, now removed: ${name}`),
    ];
    const report = readReport(path, exitCode ?? 1);
    if (stop.aborted) return { ...report, errors: [String(stop.reason), ...report.errors, ...left] };
    return withLeft(report, left);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Returns false for the socket folder of a killed Chromium, because no test is to blame for it. */
const isOfTests = (name: string): boolean => !/^\.?org\.chromium\./.test(name);

/** Adds leftovers to the errors of the files with a test that never ended, or else to the suite's errors. */
function withLeft({ files, errors }: SuiteReport, left: string[]): SuiteReport {
  if (!files.some(hasTestWithoutEnd)) return { files, errors: [...errors, ...left] };
  const blame = (file: FileReport) => (hasTestWithoutEnd(file) ? { ...file, errors: [...file.errors, ...left] } : file);
  return { files: files.map(blame), errors };
}

const hasTestWithoutEnd = ({ tests }: FileReport): boolean =>
  tests.some(({ kind, why = '' }) => kind === 'unfinished' || (kind === 'failed' && why.startsWith('Test timed out')));
