import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns all files with these names in the folders of `PATH`, in the order of the names. */
export function onPath(...names: string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).filter((path) => existsSync(path));
}

/** Returns whether the program starts. Ubuntu's `chromium` and `firefox` may be stubs that only ask for a snap. */
export function starts(path: string): boolean {
  return succeeds(path, ['--version']);
}

export function succeeds(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

/** Runs a command, and reports its progress on stderr. */
export function run([command = '', ...args]: string[]): void {
  spawnSync(command, args, { stdio: ['ignore', process.stderr, process.stderr] });
}

/** Installs Debian's packages if possible: as root, or by a sudo that needs no password. */
export function installFromDebian(program: string, packages: string[]): void {
  if (!succeeds('apt-get', ['--version'])) return;
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (asRoot.length > 0 && !succeeds('sudo', ['-n', 'true'])) return;
  console.error(`No ${program} found; installing Debian's package.`);
  const aptGet = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get'];
  run([...aptGet, 'update']);
  run([...aptGet, 'install', '-y', '--no-install-recommends', ...packages]);
}
