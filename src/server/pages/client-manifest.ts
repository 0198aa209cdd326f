import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The fields that the server reads from Vite's manifest (https://vite.dev/guide/backend-integration), by module. */
export type ClientManifest = Record<
  string,
  { file: string; name?: string; imports?: string[]; dynamicImports?: string[]; css?: string[] }
>;

/** The key of the module that every page begins with. */
export const entryKey = 'index.html';

/** Returns the path of a client's manifest. It is beside the client's folder, so that no host serves it. */
export function clientManifestPath(clientDir: string): string {
  return `${path.resolve(clientDir)}.manifest.json`;
}

/** @throws {Error} if the client has not been built */
export function readClientManifest(clientDir: string): ClientManifest {
  return JSON.parse(readFileSync(clientManifestPath(clientDir), 'utf8'));
}
