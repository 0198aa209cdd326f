import type { BuildName } from './app-builds.ts';
import type { Instantiate } from './bundle.ts';
import type * as IndexedDb from './indexed-db.ts';
import type * as Page from './page/page.ts';

/** The programs that run on devices, built once for all lives. */
export interface DevicePrograms {
  page: Instantiate<typeof Page>;
  worker: Instantiate<object>;
  imageThread: Instantiate<object>;
  indexedDb: Instantiate<typeof IndexedDb>;
}

/** The programs of each build. */
export type ProgramsOfBuilds = Record<BuildName, DevicePrograms>;
