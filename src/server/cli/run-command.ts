import { type Arguments, type Options, readArguments } from './arguments.ts';
import { print, reportFailure } from './terminal.ts';

/**
 * Runs an operator's command of one file, and prints the line that it returns, or why it failed.
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
