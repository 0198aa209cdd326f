import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type SmallDisk = Disposable & {
  folder: string;
  /** Takes all the space there is left. */
  fill(): void;
  free(): void;
};

/** A file system of its own, in memory. Only root may have one, and not in every container. */
export function openSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), 'storyline-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0777`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmdirSync(folder);
    return undefined;
  }
  const filler = path.join(folder, 'filler');
  return {
    folder,
    fill() {
      try {
        for (;;) writeFileSync(filler, Buffer.alloc(64 * 1024), { flag: 'a' });
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
      // What is left of the last block.
      try {
        for (;;) writeFileSync(filler, Buffer.alloc(512), { flag: 'a' });
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
    },
    free: () => rmSync(filler),
    [Symbol.dispose]() {
      execFileSync('umount', ['--lazy', folder]);
      rmdirSync(folder);
    },
  };
}

/** How large a file a process may write, in bytes, as `ulimit -f` has it; anybody may lower it and raise it again. */
export function limitFileSize(pid: number, bytes: number | 'unlimited'): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);
}
