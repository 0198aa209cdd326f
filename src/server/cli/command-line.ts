import { inspect } from 'node:util';
import { type Config, readConfig } from '../config.ts';
import { ConfigError } from '../process/config-error.ts';
import { printable } from '../process/printable.ts';
import type { Store } from '../store/schema.ts';
import { type Arguments, type Options, readArguments, UsageError } from './arguments.ts';
import { openExistingDatabase } from './open-database.ts';

export type Command = {
  /** The arguments as the help text shows them: `<email>`. */
  takes: string;
  /** The description in the help text. */
  does: string;
  options?: Options;
  /** @throws {UsageError} when the arguments do not match `takes` */
  run(call: Call): Promise<void>;
};

export type Call = Pick<Arguments, 'operands' | 'options'> & { store: Store; config: Omit<Config, 'clientDir'> };

/** Runs `npm run <tool> -- <name> …`, and sets the exit code. @param notes lines for the help text */
export async function runCommandLine(tool: string, commands: Record<string, Command>, notes: string[]): Promise<void> {
  const help = helpOf(tool, commands, notes);
  const [name = '', ...args] = process.argv.slice(2);
  if (['--help', '-h', 'help'].includes(name)) return console.log(help);
  try {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) throw new UsageError(name === '' ? 'name a command' : `there is no command "${name}"`);
    const given = readArguments(args, command.options);
    if (given.asksForHelp) return console.log(help);
    const config = readConfig(process.env);
    await using store = await openExistingDatabase(config);
    await command.run({ store, config, ...given });
  } catch (error) {
    reportFailure(error, help);
  }
}

function helpOf(tool: string, commands: Record<string, Command>, notes: string[]): string {
  const calls = Object.entries(commands).map(([name, { takes, does }]) => [`${name} ${takes}`.trim(), does] as const);
  const width = Math.max(...calls.map(([call]) => call.length));
  return [
    `npm run ${tool} -- <command>`,
    '',
    ...calls.map(([call, does]) => `  ${call.padEnd(width)}  ${does}`),
    '',
    ...notes,
    'Everything after `--` is a name, not an option.',
    'Set DATA_DIR or DATABASE_URL as for the server. Running servers apply every change at once.',
  ].join('\n');
}

/**
 * Runs a tool that has only one command. Prints the line that `run` returns, or the reason why `run` failed.
 * @param usage the call, for the help text: `npm run backup -- <file>`
 */
export async function runCommand(
  usage: string,
  run: (given: Arguments) => Promise<string>,
  options: Options = {},
): Promise<void> {
  try {
    const given = readArguments(process.argv.slice(2), options);
    print(given.asksForHelp ? usage : await run(given));
  } catch (error) {
    reportFailure(error, usage);
  }
}

/**
 * Prints a line on the standard output, its columns separated by tabs. Escapes control characters in names that users
 * typed.
 */
export function print(...columns: string[]): void {
  console.log(columns.map(printable).join('\t'));
}

/** Prints a line on the standard error, so that the standard output has only the result and can be piped. */
export function note(line: string): void {
  console.error(printable(line));
}

/** Prints why a command failed, and sets the exit code. @param help lines that say how to call the command */
function reportFailure(error: unknown, help: string): void {
  const isUsage = error instanceof UsageError;
  if (isUsage || error instanceof ConfigError) note(error.message);
  else for (const line of inspect(error).split('\n')) note(line);
  if (isUsage) console.error(`\n${help}`);
  process.exitCode = isUsage ? 2 : 1;
}
