import { randomUUID } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, linkSync, lstatSync, openSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from '../process/config-error.ts';
import { messageOf } from '../process/message-of.ts';
import { createFileForOwner } from './owner-only.ts';

/**
 * Opens a file that gets its name only when it is complete, because readers would take a part for the whole. Disposing
 * of it removes the file if it is not complete.
 * @throws {ConfigError} when the file can't be created, or its name is taken: no file is ever overwritten
 */
export function openPartialFile(to: string) {
  if (lstatSync(to, { throwIfNoEntry: false })) throw new ConfigError(`${to} exists already, and is not overwritten`);
  const name = `${to}.${randomUUID()}.partial`;
  const descriptor = writing(to, () => createFileForOwner(name));
  return {
    /** The path to write to. The file exists, is empty, has an unpredictable name, and only its owner can read it. */
    name,
    /** A descriptor of the same file. */
    descriptor,
    /**
     * Flushes the file to disk and gives it its final name.
     * @throws {ConfigError} when another process has created a file of that name
     */
    complete() {
      writing(to, () => {
        fsyncSync(descriptor);
        // Uses `link`, not `rename`, because `link` never replaces a file, not even a file that another process has
        // just created.
        linkSync(name, to);
        refuseReplaced(to, descriptor);
        flushFolder(path.dirname(path.resolve(to)));
      });
    },
    [Symbol.dispose]() {
      closeSync(descriptor);
      rmSync(name, { force: true });
    },
  };
}

function writing<T>(to: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw cannotWrite(to, cause);
  }
}

export function cannotWrite(to: string, cause: unknown): ConfigError {
  return new ConfigError(`${to} can't be written: ${messageOf(cause)}`, { cause });
}

/** Throws if the file was replaced: without the sticky bit, all who may write to a folder may replace others' files. */
function refuseReplaced(file: string, descriptor: number): void {
  const [written, named] = [fstatSync(descriptor), lstatSync(file)];
  if (written.dev !== named.dev || written.ino !== named.ino) throw new Error('somebody else has replaced it');
}

function flushFolder(folder: string): void {
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
