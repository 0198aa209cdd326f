import { type Config, readConfig } from '../config.ts';
import type { Store } from '../store/schema.ts';
import { type Arguments, type Options, readArguments, UsageError } from './arguments.ts';
import { openExistingDatabase } from './open-database.ts';
import { reportFailure } from './terminal.ts';

export type Command = {
  /** The arguments, for the help text: `<email>`. */
  takes: string;
  /** For the help text. */
  does: string;
  options?: Options;
  /** @throws {UsageError} when the arguments are not as `takes` says */
  run(call: Call): Promise<void>;
};

export type Call = Pick<Arguments, 'operands' | 'options'> & { store: Store; config: Omit<Config, 'clientDir'> };

/**
 * Runs `npm run <tool> -- <name> …`, and sets the exit code.
 * @param notes lines for the help text
 */
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
    'Everything after `--` is a name, and no option.',
    'The database is found by DATA_DIR or DATABASE_URL, as by the server. Running servers obey at once.',
  ].join('\n');
}
