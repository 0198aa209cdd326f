import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** CPU time since the machine was started, in ticks. */
interface CpuTime {
  all: number;
  /** Used by any program, or taken by another guest of the same host. */
  used: number;
  /** The part of `used` that is due to this process and everything it started. */
  own: number;
}

/**
 * Begins to measure. The returned function returns the share of the machine's CPU time that other programs have used
 * since then, from 0 to 1, or `undefined` without `/proc`.
 */
export function startLoadMeasurement(): () => number | undefined {
  const before = cpuTime();
  return () => {
    const now = cpuTime();
    if (!before || !now || now.all === before.all) return undefined;
    const others = now.used - before.used - (now.own - before.own);
    return Math.min(Math.max(others / (now.all - before.all), 0), 1);
  };
}

function cpuTime(): CpuTime | undefined {
  if (!existsSync('/proc/stat')) return undefined;
  // proc(5): user, nice, system, idle, iowait, irq, softirq, steal. `user` already includes guests.
  const ticks = linesOf('stat')[0]?.trim().split(/\s+/).slice(1, 9).map(Number) ?? [];
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const [, , , idle = 0, waiting = 0] = ticks;
  return { all: sum(ticks), used: sum(ticks) - idle - waiting, own: processTreeCpuTicks() };
}

/** Returns the ticks of this process and its descendants, including those that ended and were waited for. */
export function processTreeCpuTicks(): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readProcess);
  const children = Map.groupBy(processes, ({ parent }) => parent);
  const timeBelow = (pid: number): number =>
    (children.get(pid) ?? []).reduce((total, child) => total + child.time + timeBelow(child.pid), 0);
  const self = processes.find(({ pid }) => pid === process.pid)?.time ?? 0;
  return self + timeBelow(process.pid);
}

function readProcess(name: string): { pid: number; parent: number; time: number }[] {
  const [line = ''] = linesOf(join(name, 'stat'));
  // The command, in brackets, may hold anything. After it (proc(5)): state, parent, …, utime, stime, cutime, cstime.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  if (fields.length < 15) return [];
  const time = fields.slice(11, 15).reduce((total, ticks) => total + Number(ticks), 0);
  return [{ pid: Number(name), parent: Number(fields[1]), time }];
}

/** Returns the file's lines, or no lines if the process has ended. */
function linesOf(file: string): string[] {
  try {
    return readFileSync(join('/proc', file), 'utf8').split('\n');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ESRCH') return [];
    throw error;
  }
}
