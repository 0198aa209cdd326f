import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';
import type { Plugin } from 'vite';
import { globalNames } from './global-names.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Changes of the product's source, such as an old fault or a difference of another build. Maps each file, relative to
 * the repository's root, to the texts to replace in it and their replacements.
 */
export type SourceChanges = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The build options of a program, such as a page, the worker or the server. */
interface Program {
  /** Relative to the repository's root. */
  entry: string;
  /** `VITE_API_HOST`: empty for our own backend. */
  host?: string;
  isForServer?: boolean;
  /** Changes of files that the program does not import have no effect. */
  changes?: readonly SourceChanges[];
}

/** Starts a new instance of a program with these globals and Node modules, and returns the exports of its entry. */
export type Instantiate<T> = (globals: object, require: (name: string) => unknown) => T;

/** Built code by program. A process can send this map to other processes, which then need not build. */
export const builtCode = new Map<string, string>();

/**
 * Builds a program into one function whose parameters are its globals. Any number of instances can then run side by
 * side, each with its own module state, storage, clock and network. A build takes a third of a second, and an instance
 * a millisecond.
 *
 * @throws unless the text that a change replaces occurs in its file exactly once
 */
export async function bundle<T>(program: Program): Promise<Instantiate<T>> {
  const key = JSON.stringify(program);
  const code = builtCode.get(key) ?? (await codeOf(program));
  builtCode.set(key, code);
  const run = compileFunction(code, ['require', 'module', 'exports', ...globalNames], {
    filename: path.join(root, `${program.entry}.bundle.cjs`),
  });
  return (globals, require) => {
    const module = { exports: {} };
    const values = globalNames.map((name) => Reflect.get(globals, name));
    run.call(undefined, require, module, module.exports, ...values);
    return module.exports as T;
  };
}

type FileChange = [file: string, texts: SourceChanges[string]];

interface Built {
  code: string;
  /** All imported files, even those that tree shaking has removed from the code. */
  files: ReadonlySet<string>;
}

/** The finished builds, by program and by the changes that affect the program. */
const builds = new Map<string, Built>();
/** The files that each program imports. Only changes of these files affect it. */
const filesOf = new Map<string, ReadonlySet<string>>();

/** Returns a program's code. Rebuilds it only if `changes` affect a file that it imports, as building is slow. */
async function codeOf({ changes = [], ...program }: Program): Promise<string> {
  const name = JSON.stringify(program);
  const byFile = changes.flatMap((change) => Object.entries(change));
  const reaching = (files: ReadonlySet<string>) => byFile.filter(([file]) => files.has(path.join(root, file)));
  const keyOf = (applied: readonly FileChange[]) => JSON.stringify([name, applied]);
  const files = filesOf.get(name);
  const known = files && builds.get(keyOf(reaching(files)));
  // A change may add an import. `files` lacks the added file, which another change may edit: `known.files` decides.
  const isKnown = known && keyOf(reaching(known.files)) === keyOf(reaching(files));
  const built = isKnown ? known : await build(program, byFile);
  if (!files) filesOf.set(name, built.files);
  builds.set(keyOf(reaching(built.files)), built);
  return built.code;
}

async function build(
  { entry, host = '', isForServer = false }: Omit<Program, 'changes'>,
  changes: readonly FileChange[],
): Promise<Built> {
  const files = new Set<string>();
  // Imported only here: a process that gets built code from another process needs no Vite.
  const vite = await import('vite');
  const built = await vite.build({
    root,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    plugins: [threadsAsNames, changing(changes), noting(files)],
    define: {
      'import.meta.env.VITE_API_HOST': JSON.stringify(host),
      'import.meta.env.VITE_SITE': '""',
      'import.meta.env.SSR': 'false',
    },
    ssr: { noExternal: true, external: ['sharp', 'pg'], target: isForServer ? 'node' : 'webworker' },
    build: {
      ssr: path.join(root, entry),
      write: false,
      target: 'esnext',
      minify: false,
      rolldownOptions: { output: { format: 'cjs', codeSplitting: false, exports: 'named' } },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (chunk === undefined) throw new Error(`The build of ${entry} gave nothing.`);
  return { code: chunk.code, files };
}

/** Replaces the URL of a thread's script by the script's name, which the stand-in in `threads.ts` checks. */
const threadsAsNames: Plugin = {
  name: 'threads-as-names',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('?worker&url') ? `\0${id}` : undefined),
  load: (id) =>
    id.startsWith('\0') && id.endsWith('?worker&url') ? `export default ${JSON.stringify(id)}` : undefined,
};

const noting = (files: Set<string>): Plugin => ({
  name: 'imported-files',
  buildEnd() {
    for (const id of this.getModuleIds()) files.add(id);
  },
});

function changing(changes: readonly FileChange[]): Plugin {
  return {
    name: 'source-changes',
    enforce: 'pre',
    transform(code, id) {
      let changed = code;
      for (const [file, texts] of changes) {
        if (id !== path.join(root, file)) continue;
        for (const [find, replace] of Object.entries(texts)) {
          const parts = changed.split(find);
          if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${find}`);
          changed = parts.join(replace);
        }
      }
      return changed === code ? undefined : { code: changed, map: null };
    },
  };
}
