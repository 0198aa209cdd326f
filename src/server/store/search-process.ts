import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { HttpError } from '../process/http-error.ts';

/** In milliseconds: how long a process waits for its next query before it ends. */
const idle = 60_000;

type SearchQuery = { statement: string; parameters: (string | bigint | number)[] };

/** The process sends the parts of an error, because an `Error` would lose SQLite's code on the way. */
type Answer = { ids: string[] } | { error: { message: string; errcode?: number } };

/** The process's program, run with `-e`, so that it needs no built file. It ends when the server's channel closes. */
const source = `
const { DatabaseSync } = require('node:sqlite');
const database = new DatabaseSync(process.argv[1], { readOnly: true });
process.on('SIGINT', () => undefined);
process.on('message', ({ statement, parameters }) => {
  try {
    process.send({ ids: database.prepare(statement).all(...parameters).map((row) => row.post_id) });
  } catch ({ message, errcode }) {
    process.send({ error: { message, errcode } });
  }
});`;

/**
 * Returns functions that run slow queries in child processes, one query at a time in each. `node:sqlite` blocks its
 * thread during a query, and nothing interrupts it: ending a worker thread waits for the end of the query. A killed
 * process ends at once, and its locks on the database are released.
 * @param file path of the database
 */
export function openSearchProcesses(file: string) {
  const all = new Set<ChildProcess>();
  const free: { child: ChildProcess; ending: NodeJS.Timeout }[] = [];

  const start = () => {
    const child = startProcess(file);
    all.add(child);
    // A process that could not be started emits no `exit`; `ask` refuses its query with `busy`.
    child.on('error', () => child.pid === undefined && all.delete(child));
    child.once('exit', () => {
      all.delete(child);
      const at = free.findIndex((one) => one.child === child);
      if (at >= 0) clearTimeout(free.splice(at, 1)[0]?.ending);
    });
    return child;
  };

  const take = () => {
    const last = free.pop();
    clearTimeout(last?.ending);
    return last?.child ?? start();
  };

  /**
   * Returns the ids of the posts that a query finds.
   * @param until the time at which the query is stopped, by the clock of `performance.now()`
   * @throws {HttpError} busy, if the query was stopped
   */
  const ask = async ({ statement, parameters }: SearchQuery, until: number): Promise<string[]> => {
    const left = until - performance.now();
    if (left <= 0) throw new HttpError('busy');
    const child = take();
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), left);
    const ended = () => over.abort();
    child.once('exit', ended);
    try {
      // A process that could not be started has no channel, for example if too many files are open.
      if (!child.connected) throw new HttpError('busy');
      const answered = once(child, 'message', { signal: over.signal }) as Promise<[Answer]>;
      child.send({ statement, parameters });
      const [answer] = await answered;
      free.push({ child, ending: setTimeout(() => child.kill('SIGKILL'), idle).unref() });
      if ('error' in answer) throw Object.assign(new Error(answer.error.message), { errcode: answer.error.errcode });
      return answer.ids;
    } catch (error) {
      if (!over.signal.aborted) throw error;
      child.kill('SIGKILL');
      throw new HttpError('busy');
    } finally {
      clearTimeout(timer);
      child.off('exit', ended);
    }
  };

  const close = async () => {
    const children = [...all];
    const gone = children.map((child) => once(child, 'exit'));
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(gone);
  };

  return { ask, close };
}

/** Starts a process that does not keep the server alive. */
function startProcess(file: string): ChildProcess {
  const child = spawn(process.execPath, ['-e', source, file], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  // The process does not inherit stderr, because the server turns its own output into lines of the log (log-output.ts).
  child.stderr?.on('data', (written: Buffer) => process.stderr.write(written));
  child.unref();
  child.channel?.unref();
  if (child.stderr instanceof Socket) child.stderr.unref();
  return child;
}
