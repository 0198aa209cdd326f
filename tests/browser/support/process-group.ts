import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';

export interface ProcessGroup {
  /** Kills every process of the group by SIGKILL, and waits until its leader has ended. A second call does nothing. */
  kill(): Promise<void>;
}

/**
 * Takes over the process group of a program that was spawned with `detached`. The group ends when `kill` is called or
 * this process ends.
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

/** Kills the program together with this process, and returns the program. */
export function endWithThisProcess<Child extends ChildProcess>(child: Child): Child {
  const guard = startGuard(pidOf(child));
  if (hasEnded(child)) guard.kill('SIGKILL');
  else child.once('exit', () => guard.kill('SIGKILL'));
  return child;
}

/**
 * Starts a guard process that kills `target` as soon as this process ends in any way. A negative `target` is a group.
 * Hanging tests, interrupted runs and killed Vitest workers do not clean up, and would leave their programs running for
 * ever.
 */
function startGuard(target: number): ChildProcess {
  // The guard's input ends whenever this process ends.
  const guard = spawn('sh', ['-c', 'cat > /dev/null; kill -KILL "$1"', 'sh', String(target)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // The guard must not keep this process running.
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
    // The group has already ended by itself.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
