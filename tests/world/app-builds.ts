import { createHash } from 'node:crypto';
import { appOrigin } from './app-origin.ts';

/** The build of today's source, and one with the changes of `another-build.ts`. */
export type BuildName = 'today' | 'another';

export interface BuiltFile {
  type: string;
  body: string;
}

/** The files of a build, as its host serves them. They are placeholders: build-programs.ts has the code that runs. */
export interface AppBuild {
  /** The host's files by path. */
  files: ReadonlyMap<string, BuiltFile>;
  /** The path of the script that the page loads first. */
  entry: string;
  /** The precache list of the build's worker. */
  precache: readonly { url: string; revision: string }[];
  /** The path of a chunk that a page loads later. */
  chunk: string;
}

const hashOf = (content: string): string => createHash('sha256').update(content).digest('base64url').slice(0, 8);

const script = (name: string, content: string) => ({
  path: `/assets/${name}-${hashOf(content)}.js`,
  file: { type: 'text/javascript', body: content },
});

function filesOf(build: BuildName): AppBuild {
  const parts = [
    script('index', `// begins build ${build}`),
    script('vendor', '// is the same in both builds'),
    script('Login', `// is loaded later in build ${build}`),
  ];
  const [entry = '', , chunk] = parts.map(({ path }) => path);
  const page = `<!doctype html><script type="module" src="${entry}"></script><div id="root">`;
  return {
    entry,
    chunk: chunk as string,
    precache: [
      { url: 'index.html', revision: hashOf(page) },
      ...parts.map(({ path, file }) => ({ url: path.slice(1), revision: hashOf(file.body) })),
    ],
    files: new Map([
      ['/index.html', { type: 'text/html', body: page }],
      ['/worker.js', { type: 'text/javascript', body: `// worker of build ${build}` }],
      ...parts.map(({ path, file }) => [path, file] as const),
    ]),
  };
}

export const appBuilds: Record<BuildName, AppBuild> = { today: filesOf('today'), another: filesOf('another') };

/** Returns the address under which the worker caches a file of its precache list. */
export const cacheKeyOf = ({ url, revision }: AppBuild['precache'][number]): string =>
  `${appOrigin}/${url}${url.startsWith('assets/') ? '' : `?revision=${revision}`}`;

/** Returns the build whose worker has this script. @throws TypeError if no build has it */
export function buildOfWorker(body: string): BuildName {
  const [, build] = /^\/\/ worker of build (today|another)$/.exec(body) ?? [];
  if (build === undefined) throw new TypeError('This is no script of the worker');
  return build as BuildName;
}
