import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from '../config.ts';
import { createFileForOwner } from './owner-only.ts';

/** A file that is being written under another name. Disposing of it removes whatever has not been completed. */
export type PartialFile = Disposable & {
  /** Where to write. The file is there already, empty, and can be read by its owner alone. */
  name: string;
  /**
   * Flushes the file to disk and gives it its name.
   * @throws {ConfigError} when a file of that name has appeared meanwhile
   */
  complete(): void;
};

/**
 * For files that must be whole or not there at all: one that was broken off would be taken for complete.
 * @throws {ConfigError} when it can't be created, or there is a file of that name: none is ever overwritten
 */
export function openPartialFile(to: string): PartialFile {
  if (existsSync(to)) throw new ConfigError(`${to} is there already, and is never overwritten`);
  const name = `${to}.${process.pid}.partial`;
  writing(to, () => createFileForOwner(name));
  return {
    name,
    complete() {
      writing(to, () => {
        flush(name);
        // A link, not a rename: a link never replaces a file, not even one that has appeared in the meantime.
        linkSync(name, to);
        flush(path.dirname(path.resolve(to)));
      });
    },
    [Symbol.dispose]: () => rmSync(name, { force: true }),
  };
}

function writing(to: string, work: () => void): void {
  try {
    work();
  } catch (cause) {
    throw cannotWrite(to, cause);
  }
}

export function cannotWrite(to: string, cause: unknown): ConfigError {
  return new ConfigError(`${to} can't be written: ${cause instanceof Error ? cause.message : cause}`, { cause });
}

function flush(file: string): void {
  const opened = openSync(file, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
