import { ConfigError } from './config.ts';

/** Runs a command of the operator's: its outcome is one line, and so is what they got wrong. */
export async function runCommand(run: (args: string[]) => Promise<string>): Promise<void> {
  try {
    console.log(await run(process.argv.slice(2)));
  } catch (error) {
    console.error(error instanceof ConfigError ? error.message : error);
    process.exitCode = 1;
  }
}
