import { bundle, type SourceChange } from './bundle.ts';
import type { DevicePrograms } from './device.ts';
import type { ServerProgram } from './server.ts';

export interface Programs extends DevicePrograms {
  server: ServerProgram;
}

/** Few write enough for a list of many pages, so that a page has few posts here. */
const smallPages: SourceChange = { file: 'src/contract/limits.ts', find: '  page: 20,', replace: '  page: 3,' };

/** @param changes of the product's source, in every program that has it, such as an old fault put back */
export async function buildPrograms(changes: readonly SourceChange[] = []): Promise<Programs> {
  return {
    page: await bundle({ entry: 'tests/world/page/page.ts', changes }),
    worker: await bundle({ entry: 'src/worker/index.ts', changes }),
    indexedDb: await bundle({ entry: 'tests/world/indexed-db.ts' }),
    server: await bundle({ entry: 'src/server/open-backend.ts', isForServer: true, changes: [...changes, smallPages] }),
  };
}
