import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type SmallDisk = Disposable & {
  folder: string;
  /** Fills all free space. */
  fill(): void;
  free(): void;
};

/** Mounts a file system in memory. Returns `undefined` without root, and in containers that forbid mounting. */
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
      // Fills the rest of the last block.
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

/** Limits the size of files that a process writes, in bytes. It sets a soft limit, which any user may raise again. */
export function limitFileSize(pid: number, bytes: number | 'unlimited'): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);
}
