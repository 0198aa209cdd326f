import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';

export interface ProcessGroup {
  /** Kills every process of the group by SIGKILL, and waits until the first of them is gone. Does nothing a second time. */
  kill(): Promise<void>;
}

/**
 * Takes charge of a program that was started with `detached`, and so leads a process group of its own. The group is
 * killed at `kill`, and with this process.
 */
export function ownGroup(leader: ChildProcess): ProcessGroup {
  const pid = pidOf(leader);
  const exited = hasEnded(leader) ? undefined : once(leader, 'exit');
  const guard = startGuard(-pid);
  let killed: Promise<void> | undefined;
  async function end(): Promise<void> {
    guard.kill('SIGKILL');
    killGroup(pid);
    await exited;
  }
  return {
    kill() {
      killed ??= end();
      return killed;
    },
  };
}

/** Kills the program together with this process, unless it has ended before; returns it. */
export function endWithThisProcess<Child extends ChildProcess>(child: Child): Child {
  const guard = startGuard(pidOf(child));
  if (hasEnded(child)) guard.kill('SIGKILL');
  else child.once('exit', () => guard.kill('SIGKILL'));
  return child;
}

/**
 * Kills a process, or a group where the number is negative, when this process ends in any way: a test that hangs, a
 * worker that vitest gives up and an interrupted run never get to clean up, and what they started would run for ever.
 */
function startGuard(target: number): ChildProcess {
  // Its input ends when this process does, however that comes about.
  const guard = spawn('sh', ['-c', 'cat > /dev/null; kill -KILL "$1"', 'sh', String(target)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // It is there for the end of this process, and does not put it off.
  guard.unref();
  if (guard.stdin instanceof Socket) guard.stdin.unref();
  return guard;
}

function pidOf({ pid, spawnfile }: ChildProcess): number {
  if (pid === undefined) throw new Error(`${spawnfile} did not start`);
  return pid;
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

function killGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch (error) {
    // All of it has ended by itself.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
