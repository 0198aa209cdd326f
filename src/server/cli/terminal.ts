import { inspect } from 'node:util';
import { ConfigError } from '../process/config-error.ts';
import { printable } from '../process/printable.ts';
import { UsageError } from './arguments.ts';

/** Prints a line on the standard output, its columns apart by tabs. Names and titles in it are typed by users. */
export function print(...columns: string[]): void {
  console.log(columns.map(printable).join('\t'));
}

/** Prints a line on the standard error, so that the standard output is the result alone and can be piped. */
export function note(line: string): void {
  console.error(printable(line));
}

/**
 * Prints why a command failed, and sets the exit code.
 * @param help lines that say how it is called
 */
export function reportFailure(error: unknown, help: string): void {
  const isUsage = error instanceof UsageError;
  if (isUsage || error instanceof ConfigError) note(error.message);
  else for (const line of inspect(error).split('\n')) note(line);
  if (isUsage) console.error(`\n${help}`);
  process.exitCode = isUsage ? 2 : 1;
}
