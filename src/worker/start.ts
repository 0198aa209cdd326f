import { isMainPart } from './part-names.ts';

/**
 * The script that the browser knows as the worker, `/worker.js`. It has the list of files, which changes with every
 * build, and imports the worker's code in parts, so that an update fetches only those that have changed. As classic
 * scripts, as not every browser has modules in service workers.
 */
declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: { url: string }[];
  /** Set by each part as it is imported. */
  part: ((exports: object, require: (name: string) => object) => void) | undefined;
};

const files = self.__WB_MANIFEST;
Object.assign(self, { files });

const parts = new Map<string, object>();

/** What the last imported script has set. */
function takePart() {
  const { part } = self;
  self.part = undefined;
  return part;
}

function importPart(name: string): object {
  const { pathname } = new URL(name, `${self.location.origin}/assets/`);
  const imported = parts.get(pathname);
  if (imported) return imported;
  importScripts(pathname);
  const part = takePart();
  if (!part) throw new Error(`What the host serves as ${pathname} is no part of the worker.`);
  const exports = {};
  parts.set(pathname, exports);
  part(exports, importPart);
  return exports;
}

const main = files.find(({ url }) => isMainPart(url));
if (!main) throw new Error('The build has no part of the worker that begins.');
importPart(`/${main.url}`);
