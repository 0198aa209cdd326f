import { readFile } from 'node:fs/promises';

export interface Counts {
  passed: number;
  failed: number;
}

const none: Counts = { passed: 0, failed: 0 };

/** Types, lint and format stand or fall together. */
export async function countsOfCheck(exitCode: number): Promise<Counts> {
  return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Reads vitest's JSON report; a suite that wrote none ran nothing. */
export async function countsOfVitest(report: string): Promise<Counts> {
  const json = await read(report);
  return { passed: count(json, 'numPassedTests'), failed: count(json, 'numFailedTests') };
}

export async function countsOfAudit(report: string): Promise<Counts> {
  const json = await read(report);
  return { passed: count(json, 'passed'), failed: count(json, 'failed') };
}

/** A suite that ran no test, or that ended badly without naming a failed one, has failed once. */
export function verdict({ passed, failed }: Counts, exitCode: number): Counts {
  const silent = failed === 0 && (exitCode !== 0 || passed === 0);
  return { passed, failed: silent ? 1 : failed };
}

async function read(report: string): Promise<object> {
  try {
    const json: unknown = JSON.parse(await readFile(report, 'utf8'));
    return typeof json === 'object' && json !== null ? json : none;
  } catch (error) {
    console.error(`No counts: ${report} could not be read.`, error);
    return none;
  }
}

function count(json: object, name: string): number {
  const value: unknown = Reflect.get(json, name);
  return typeof value === 'number' ? value : 0;
}
