import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ManifestTransform } from 'workbox-build';

/** Gives each file a hash of its content as its revision, so that the worker can check what it fetched. */
export function fileRevisions(folder: string): ManifestTransform {
  return (entries) => ({
    manifest: entries.map((entry) => ({ ...entry, revision: hashOf(path.join(folder, entry.url)) })),
  });
}

/** Eight characters of the SHA-256 are enough to notice that a host serves another file by accident. */
const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('base64url').slice(0, 8);
