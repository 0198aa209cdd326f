import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { check } from 'recheck';
import recheck from 'recheck/package.json' with { type: 'json' };
import { type FoundRegexp, findRegexps } from './find-regexps.ts';

/**
 * This script fails if a regular expression in `src` may take more than linear time. It skips an expression if a
 * comment before it names a bound of the input: `// regexp input: at most 100 characters of a name`.
 *
 * It caches the patterns that it found safe, because judging a pattern can take seconds. These parameters set no time
 * limit except `timeout`, so that a busy machine reaches the same verdicts.
 */
const parameters = {
  attackTimeout: null,
  incubationTimeout: null,
  attackLimit: 300_000_000,
  randomSeed: 1,
  timeout: 300_000,
};

const cache = path.resolve('node_modules/.cache/regexps.json');
const asks = `${recheck.version} ${JSON.stringify(parameters)}`;

function readSafe(): Set<string> {
  if (!existsSync(cache)) return new Set();
  const { asked, safe }: { asked: string; safe: string[] } = JSON.parse(readFileSync(cache, 'utf8'));
  return new Set(asked === asks ? safe : []);
}

const keyOf = ({ source, flags }: { source: string; flags: string }) => `/${source}/${flags}`;

async function faultOf({ source, flags }: { source: string; flags: string }): Promise<string | undefined> {
  const found = await check(source, flags, parameters);
  if (found.status === 'safe') return undefined;
  if (found.status === 'unknown') return `cannot be judged (${found.error.kind}): write a simpler one`;
  return `takes ${found.complexity.summary} time, as for ${found.attack.pattern.slice(0, 200)}`;
}

const folder = process.argv[2] ?? 'src';
const files = globSync(`${folder}/**/*.{ts,tsx,js,cjs,mjs}`).sort();
const regexps = files.flatMap((file) => findRegexps(file, readFileSync(file, 'utf8')));
const safe = readSafe();
const faults: string[] = [];

async function judge({ file, line, pattern }: FoundRegexp): Promise<void> {
  const fault =
    pattern === undefined ? 'is not a literal' : safe.has(keyOf(pattern)) ? undefined : await faultOf(pattern);
  if (fault !== undefined) faults.push(`${file}:${line} ${pattern ? keyOf(pattern) : 'RegExp'} ${fault}`);
  else if (pattern) safe.add(keyOf(pattern));
}

const waiting = regexps.filter(({ bound }) => bound === undefined);
for (const each of waiting) await judge(each);

mkdirSync(path.dirname(cache), { recursive: true });
// Writes a new file and renames it, because another check may read the cache at the same time.
writeFileSync(`${cache}.${process.pid}`, JSON.stringify({ asked: asks, safe: [...safe] }));
renameSync(`${cache}.${process.pid}`, cache);
for (const fault of faults) console.error(fault);
if (regexps.length === 0) console.error(`No regular expression in ${folder}.`);
process.exit(faults.length > 0 || regexps.length === 0 ? 1 : 0);
