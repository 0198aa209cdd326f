import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endLeftProcesses, runMark } from './left-processes.ts';
import { type FileReport, readReport, reportVariable, type SuiteReport } from './suite-report.ts';

/** How long the processes of a suite may take to end once it is stopped, in milliseconds. */
const stopGraceMs = 10_000;

/**
 * Runs a command that writes a report, with a folder for temporary files of its own. A process or a file that it leaves
 * is ended or removed, and counts as a failure: of the tests that were over their time, or of all. A command that the
 * signal stops has failed.
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
    // PostgreSQL runs as another user, whose files lie in here.
    for (const open of [folder, temporary]) await chmod(open, 0o711);
    const compileCache = { NODE_COMPILE_CACHE: join(folder, 'compile-cache') };
    const variables = { ...env, ...compileCache, [reportVariable]: path, [runMark]: mark, TMPDIR: temporary };
    // In a process group of its own, as npm keeps signals to itself.
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

/** A Chromium that is killed, as tests do, leaves the folder of its socket. It goes with all others. */
const isOfTests = (name: string): boolean => !/^\.?org\.chromium\./.test(name);

/** A test that never came to its end has tidied up nothing: what was left counts against such files, if there are any. */
function withLeft({ files, errors }: SuiteReport, left: string[]): SuiteReport {
  if (!files.some(hasTestWithoutEnd)) return { files, errors: [...errors, ...left] };
  const blame = (file: FileReport) => (hasTestWithoutEnd(file) ? { ...file, errors: [...file.errors, ...left] } : file);
  return { files: files.map(blame), errors };
}

const hasTestWithoutEnd = ({ tests }: FileReport): boolean =>
  tests.some(({ kind, why = '' }) => kind === 'unfinished' || (kind === 'failed' && why.startsWith('Test timed out')));
