import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { onPath, run, succeeds } from '../../browser/support/programs.ts';

const unpacked = path.resolve(import.meta.dirname, '../../../reports/programs');

/**
 * Returns the path of an installed program, or else unpacks it from Debian's package into `reports/programs`.
 * Does not install the package, because that would also start the program as a server, on this machine's own ports.
 * @param check arguments with which the program exits successfully and does nothing
 */
export function findProgram(name: string, check: string[]): string | undefined {
  const found = firstThatRuns(name, check);
  if (found) return found;
  unpack(name);
  return firstThatRuns(name, check);
}

function firstThatRuns(name: string, check: string[]): string | undefined {
  const places = ['/usr/sbin', '/usr/bin', `${unpacked}/usr/sbin`, `${unpacked}/usr/bin`];
  const candidates = [...onPath(name), ...places.map((folder) => path.join(folder, name))];
  return candidates.find((program) => succeeds(program, check));
}

function unpack(name: string): void {
  if (!succeeds('apt-get', ['--version'])) return;
  console.error(`No ${name} found; unpacking Debian's package.`);
  mkdirSync(unpacked, { recursive: true });
  const fetchAndUnpack = `apt-get download ${name} && dpkg-deb --extract ${name}_*.deb . && rm ${name}_*.deb`;
  const inFolder = ['sh', '-c', `cd '${unpacked}' && (${fetchAndUnpack} || (apt-get update && ${fetchAndUnpack}))`];
  run(inFolder);
}
