import { failuresOf, type Noted, type SuiteReport } from './suite-report.ts';

export interface Counts {
  passed: number;
  failed: Noted[];
  skipped: Noted[];
}

export function countsOf(name: string, { files, errors }: SuiteReport): Counts {
  const tests = files.flatMap(({ file, tests: all }) => all.map((test) => ({ file, test })));
  return {
    passed: tests.filter(({ test }) => test.kind === 'passed').length,
    failed: [...errors.map((why) => ({ name, why })), ...files.flatMap(failuresOf)],
    skipped: tests.flatMap(({ file, test }) =>
      test.kind === 'skipped' ? [{ name: `${file}: ${test.title}`, why: test.why }] : [],
    ),
  };
}

/** What everything comes down to, in one line. */
export function closingLine(all: Counts[]): string {
  const sum = (count: (counts: Counts) => number) => all.reduce((total, counts) => total + count(counts), 0);
  const skipped = sum((counts) => counts.skipped.length);
  const judged = `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed.length)} failed`;
  return skipped === 0 ? judged : `${judged}, ${skipped} skipped`;
}

/** One line for each reason, with every name below it. */
export function notedLines(title: string, noted: Noted[]): string[] {
  if (noted.length === 0) return [];
  const byReason = Map.groupBy(noted, ({ why }) => why);
  const lines = [...byReason].flatMap(([why, those]) => [
    `  ${those.length} × ${why}`,
    ...those.map(({ name }) => `      ${name}`),
  ]);
  return [`${title} (${noted.length}):`, ...lines];
}
