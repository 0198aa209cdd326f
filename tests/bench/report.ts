import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Figure, holds, ratioOf, signOf } from './figures.ts';

/** Versions of the programs that measured, and the machine. */
export type Versions = Record<string, string>;

const headings = ['bench', 'what', 'measured', 'least … most', 'floor', 'ratio', 'bar', 'repeats', ''];

export function print(figures: Figure[], versions: Versions): void {
  const rows = [headings, ...figures.map(cellsOf)];
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  console.log(`\n${versionLine(versions)}`);
  const missed = figures.filter((figure) => !holds(figure));
  for (const { bench, what } of missed) console.error(`BAR MISSED: ${bench}: ${what}`);
  if (missed.length === 0) console.log('Every bar is held.');
}

export async function write(figures: Figure[], versions: Versions, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const json = figures.map((figure) => ({ ...figure, ratio: ratioOf(figure), holds: holds(figure) }));
  await writeFile(join(folder, 'bench.json'), `${JSON.stringify({ versions, figures: json }, null, 2)}\n`);
}

function cellsOf(figure: Figure): string[] {
  const { bench, what, unit, measured, spread, floor, bar, repeats } = figure;
  const number = (value: number) => value.toLocaleString('en', { maximumFractionDigits: value < 20 ? 2 : 0 });
  return [
    bench,
    what,
    `${number(measured)} ${unit}`,
    spread ? spread.map(number).join(' … ') : '',
    floor === undefined ? '' : number(floor),
    ratioOf(figure)?.toFixed(2) ?? '',
    bar === undefined ? '' : signOf(bar),
    String(repeats),
    bar === undefined ? '' : holds(figure) ? 'ok' : 'MISSED',
  ];
}

export const versionLine = (versions: Versions): string =>
  Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(' · ');
