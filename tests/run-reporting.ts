import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endLeftProcesses, runMark } from './left-processes.ts';
import { hasTestWithoutEnd, readProgress, readReport, reportVariable, type SuiteReport } from './suite-report.ts';

/** How long what a suite started may take to end once it is stopped, in milliseconds. */
const stopGraceMs = 10_000;

/**
 * Runs a command that writes a report, with a folder for temporary files of its own. A process or a file that it leaves
 * is ended or removed, and counts as a failure: of the tests that were over their time, or of all; so does being stopped
 * by the signal.
 */
export async function runReporting(
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
    const exitCode = await exitCodeOf(spawn(command, args, { stdio: 'inherit', env: variables }), stop);
    const ended = await endLeftProcesses(mark, stop.aborted ? stopGraceMs : undefined);
    const left = [
      ...ended.map((name) => `left running, now ended: ${name}`),
      ...(await readdir(temporary))
        .filter(isOfTests)
        .map((name) => `left in its temporary folder, now removed: ${name}`),
    ];
    if (stop.aborted) return { files: [], errors: [String(stop.reason), ...(await readProgress(path)), ...left] };
    return withLeft(await readReport(path, exitCode), left);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A test that never came to its end has tidied up nothing: what was left counts against such files, if there are any. */
function withLeft(report: SuiteReport, left: string[]): SuiteReport {
  if (!report.files.some(hasTestWithoutEnd)) return { ...report, errors: [...report.errors, ...left] };
  const files = report.files.map((file) =>
    hasTestWithoutEnd(file) ? { ...file, errors: [...file.errors, ...left] } : file,
  );
  return { ...report, files };
}

/** A Chromium that is killed, as tests do, leaves the folder of its socket. It goes with all others. */
const isOfTests = (name: string): boolean => !/^\.?org\.chromium\./.test(name);

async function exitCodeOf(child: ChildProcess, stop: AbortSignal): Promise<number> {
  const exited = once(child, 'exit');
  const end = () => child.kill('SIGTERM');
  stop.addEventListener('abort', end);
  if (stop.aborted) end();
  const [exitCode]: (number | null)[] = await exited;
  stop.removeEventListener('abort', end);
  return exitCode ?? 1;
}
