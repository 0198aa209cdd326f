import { anotherBuild } from './another-build.ts';
import type { BuildName } from './app-builds.ts';
import { bundle, type Instantiate, type SourceChanges } from './bundle.ts';
import { foreignOrigin } from './foreign-backend.ts';
import type * as IndexedDb from './indexed-db.ts';
import type * as Page from './page/page.ts';
import type { ServerProgram } from './server.ts';

/** The programs that run on devices, built once for all lives. */
export interface DevicePrograms {
  page: Instantiate<typeof Page>;
  worker: Instantiate<object>;
  imageThread: Instantiate<object>;
  indexedDb: Instantiate<typeof IndexedDb>;
}

export type ProgramsOfBuilds = Record<BuildName, DevicePrograms>;

export interface Programs extends DevicePrograms {
  server: ServerProgram;
  /** The app for a foreign backend, built when a life first needs it. */
  forForeignBackend(): Promise<DevicePrograms>;
  /** The app with room for only a part of a long blog, built when a life first needs it. */
  withLittleRoom(): Promise<DevicePrograms>;
  /** The programs of another build, built when a life first needs them. */
  another(): Promise<Programs>;
}

/** Makes the app search only five pages of an author's own list, so that some lists are longer than that. */
const fewPages = { 'src/device/storage/max-entries.ts': { 'ownPages: 100,': 'ownPages: 5,' } };

/**
 * Makes the app delete expired records that are not among the six most recently changed, instead of twenty. A life
 * submits fewer than six texts at a time.
 */
const fewFinished = {
  'src/writing/record/record-store.ts': { 'const rememberedRecords = 20;': 'const rememberedRecords = 6;' },
};

/** Makes pages of lists short, as lives have few posts. */
const smallPages = { 'src/contract/limits.ts': { '  page: 20,': '  page: 3,' } };

/** Limits that a long blog exceeds, so that the app evicts posts and pictures. */
const littleRoom = {
  'src/device/storage/max-entries.ts': {
    '  lists: 15,': '  lists: 3,',
    '  posts: 200,': '  posts: 2,',
    '  images: 100,': '  images: 2,',
  },
  'src/reading/store/newest-choice.ts': { '[0, 20, 100, 300]': '[0, 6, 100, 300]' },
};

/** Builds all programs. @param changes such as an old fault, made in every program that imports the changed file */
export async function buildPrograms(changes: readonly SourceChanges[] = []): Promise<Programs> {
  const indexedDb: DevicePrograms['indexedDb'] = await bundle({ entry: 'tests/world/indexed-db.ts' });
  const forDevices = async (app: { host?: string; changes: readonly SourceChanges[] }): Promise<DevicePrograms> => ({
    page: await bundle({ entry: 'tests/world/page/page.ts', ...app, changes: [...app.changes, fewFinished] }),
    worker: await bundle({ entry: 'src/worker/index.ts', ...app }),
    indexedDb,
    imageThread: await bundle({ entry: 'src/writing/pictures/image-thread.ts', ...app }),
  });
  return {
    ...(await forDevices({ changes })),
    server: await bundle({ entry: 'src/server/open-backend.ts', isForServer: true, changes: [...changes, smallPages] }),
    forForeignBackend: once(() => forDevices({ host: foreignOrigin, changes: [...changes, fewPages] })),
    withLittleRoom: once(() => forDevices({ changes: [...changes, littleRoom] })),
    another: once(() => buildPrograms([...changes, anotherBuild])),
  };
}

/** Returns a function that builds when it is first called, and returns the same programs from then on. */
function once<T>(build: () => Promise<T>): () => Promise<T> {
  let built: Promise<T> | undefined;
  return () => {
    built ??= build();
    return built;
  };
}
