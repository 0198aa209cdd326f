import { ConfigError } from '../config.ts';

/** Runs an operator's command, and prints one line: its result, or what the operator got wrong (exit code 1). */
export async function runCommand(run: (args: string[]) => Promise<string>): Promise<void> {
  try {
    console.log(await run(process.argv.slice(2)));
  } catch (error) {
    console.error(error instanceof ConfigError ? error.message : error);
    process.exitCode = 1;
  }
}
