import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../browser/support/chromium.ts';
import { buildUnlessFresh } from './built-server.ts';
import { type Figure, holds } from './figures.ts';
import { print, write } from './report.ts';

/** The benches of `npm run bench`; `npm run bench -- search memory fuzz` runs those that take long. */
const everyTime = ['first-visit', 'repeat-visit', 'start-taps', 'interaction', 'server'];

interface Bench {
  measure(): Promise<Figure[]>;
}

const root = join(import.meta.dirname, '../..');
const asked = process.argv.slice(2).filter((name) => /^[a-z-]+$/.test(name) && !name.startsWith('--'));

buildUnlessFresh();

const figures: Figure[] = [];
for (const name of asked.length > 0 ? asked : everyTime) {
  console.log(`── ${name}`);
  const bench: Bench = await import(`./${name}.ts`);
  figures.push(...(await bench.measure()));
}
const chromium = spawnSync(findChromium(), ['--version'], { encoding: 'utf8' }).stdout.trim();
const versions = { node: process.version, chromium, machine: `${cpus().length} × ${cpus()[0]?.model.trim()}` };
print(figures, versions);
await write(figures, versions, join(root, 'reports'));
process.exitCode = figures.length > 0 && figures.every(holds) ? 0 : 1;
