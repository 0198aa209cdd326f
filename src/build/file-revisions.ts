import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ManifestTransform } from 'workbox-build';
import { hashLength } from '../contract/asset-names.ts';

/** Gives the files whose names have no hash one as their revision, of the same kind, so that the worker can check it. */
export function fileRevisions(folder: string): ManifestTransform {
  return (entries) => ({
    manifest: entries.map((entry) =>
      entry.revision === null ? entry : { ...entry, revision: hashOf(path.join(folder, entry.url)) },
    ),
  });
}

const hashOf = (file: string) =>
  createHash('sha256').update(readFileSync(file)).digest('base64url').slice(0, hashLength);
