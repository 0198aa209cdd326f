import { createHash } from 'node:crypto';
import { assetName, hashLength } from '../contract/asset-names.ts';

/** Texts of scripts and styles, by their names without the folder. */
export type Files = ReadonlyMap<string, string>;

export interface NamedFiles {
  files: Files;
  /** New names by old ones. */
  names: ReadonlyMap<string, string>;
  /** New names by the keys that scripts import. */
  keys: Record<string, string>;
}

/** A quoted path to another file: `./` in an import, `/assets/` in a list of what to preload. */
// bounded: 1,000,000 characters of a built script
const quotedPath = /(["'`])(\.|\/assets)\/([^"'`/]+-[\w-]{8}\.(?:js|css))\1/g;

const endsInImport = /(?:\bfrom|\bimport|\bimport\()\s*$/;

/** The worker's parts, and what threads begin with: neither knows an import map. */
const runsWithoutMap = /^worker-|-thread-[\w-]{8}\.js$/;

/**
 * Names files by their content, and lets scripts import those of the groups by keys such as `#answers`.
 *
 * @param built files that name each other as Vite has written them
 * @param groups what the names of the files with keys begin with; files in a circle have keys too
 * @throws {Error} if two files would have one key, one names another in an unknown way, or one that runs without a map
 *   would import a key
 */
export function nameByContent(built: Files, groups: readonly string[]): NamedFiles {
  const namedIn = (text: string) =>
    [...text.matchAll(quotedPath)].map(([, , , name = '']) => name).filter((name) => built.has(name));
  const isOfGroup = (name: string) => groups.includes(assetName.exec(name)?.[1] ?? '');
  const isInCircle = (name: string) => {
    const seen = new Set<string>();
    const leadsBack = (from: string): boolean =>
      namedIn(built.get(from) ?? '').some((next) => {
        if (next === name) return true;
        if (seen.has(next) || isOfGroup(next)) return false;
        seen.add(next);
        return leadsBack(next);
      });
    return leadsBack(name);
  };
  const keyOf = new Map<string, string>();
  for (const name of built.keys()) {
    if (!isOfGroup(name) && !isInCircle(name)) continue;
    const [, stem, , ending] = assetName.exec(name) ?? [];
    const key = ending === 'js' ? `#${stem}` : `#${stem}.${ending}`;
    if ([...keyOf.values()].includes(key)) throw new Error(`Two files would be imported as ${key}.`);
    keyOf.set(name, key);
  }

  const names = new Map<string, string>();
  const files = new Map<string, string>();
  const nameOf = (old: string): string => {
    const known = names.get(old);
    if (known !== undefined) return known;
    const text = (built.get(old) ?? '').replaceAll(quotedPath, (path, quote, folder, name, offset, whole: string) => {
      const key = keyOf.get(name);
      if (key === undefined) return built.has(name) ? `${quote}${folder}/${nameOf(name)}${quote}` : path;
      if (folder !== '.') return `import.meta.resolve("${key}")`;
      return endsInImport.test(whole.slice(0, offset).slice(-20)) ? `${quote}${key}${quote}` : path;
    });
    const [, stem, , ending] = assetName.exec(old) ?? [];
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, hashLength);
    const name = `${stem}-${hash}.${ending}`;
    names.set(old, name);
    files.set(name, text);
    return name;
  };
  for (const name of built.keys()) nameOf(name);
  const stale = [...names.keys()].filter((name) => !files.has(name));
  for (const [name, text] of files) {
    const code = text.replace(/\n\/\/# sourceMappingURL=.*\n?$/, '');
    const lost = stale.find((old) => code.includes(old));
    if (lost) throw new Error(`${name} names ${lost} neither in an import nor in a list of what to preload.`);
  }
  const loaded = new Set([...files.keys()].filter((name) => runsWithoutMap.test(name)));
  for (const name of loaded) {
    const text = files.get(name) ?? '';
    const key = [...keyOf.values()].find((any) => ['"', "'", '`'].some((quote) => text.includes(quote + any + quote)));
    if (key) throw new Error(`${name} runs without an import map and would import ${key}.`);
    for (const [, , , next = ''] of text.matchAll(quotedPath)) if (files.has(next)) loaded.add(next);
  }
  const keys = Object.fromEntries([...keyOf].map(([name, key]) => [key, nameOf(name)] as const).sort(byKey));
  return { files, names, keys };
}

/** A map that changes with its files alone is the same in two builds that have the same ones. */
const byKey = ([a]: readonly [string, string], [b]: readonly [string, string]) => (a < b ? -1 : 1);
