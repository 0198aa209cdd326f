import { type Config, ConfigError, readConfig } from '../config.ts';
import type { Store } from '../store/schema.ts';
import { openExistingDatabase } from './open-database.ts';

export type Command = {
  /** The arguments, for the help text: `<email>`. */
  takes: string;
  /** For the help text. */
  does: string;
  /** @throws {UsageError} when the arguments are not as `takes` says */
  run(call: Call): Promise<void>;
};

export type Call = { store: Store; config: Omit<Config, 'clientDir'>; args: string[]; print(line: string): void };

/** A wrong call of a command, which exits with code 2. All other failures exit with 1. */
export class UsageError extends Error {}

/** Runs `npm run <tool> -- <name> …`, and sets the exit code. */
export async function runCommandLine(tool: string, commands: Record<string, Command>): Promise<void> {
  const [name = '', ...args] = process.argv.slice(2);
  const asksForHelp = [name, ...args].some((argument) => ['--help', '-h', 'help'].includes(argument));
  if (asksForHelp) return print(helpOf(tool, commands));
  try {
    const command = commands[name];
    if (!command) throw new UsageError(name === '' ? 'name a command' : `there is no command "${printable(name)}"`);
    const config = readConfig(process.env);
    await using store = await openExistingDatabase(config);
    await command.run({ store, config, args, print });
  } catch (error) {
    if (error instanceof UsageError) console.error(`${error.message}\n\n${helpOf(tool, commands)}`);
    else console.error(error instanceof ConfigError ? error.message : error);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

/** @throws {UsageError} when there is not exactly one argument, or it is an option */
export function onlyArgument(args: string[], what: string): string {
  const [argument, ...others] = args;
  if (argument === undefined || others.length > 0 || argument.startsWith('-')) throw new UsageError(`name ${what}`);
  return argument;
}

/** Replaces control and format characters: names and titles are typed by users, and a terminal may obey them. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{fffd}');
}

function print(line: string): void {
  console.log(line);
}

function helpOf(tool: string, commands: Record<string, Command>): string {
  const calls = Object.entries(commands).map(([name, { takes, does }]) => [`${name} ${takes}`.trim(), does] as const);
  const width = Math.max(...calls.map(([call]) => call.length));
  return [
    `npm run ${tool} -- <command>`,
    '',
    ...calls.map(([call, does]) => `  ${call.padEnd(width)}  ${does}`),
    '',
    'The database is found by DATA_DIR or DATABASE_URL, as by the server. Running servers obey at once.',
  ].join('\n');
}
