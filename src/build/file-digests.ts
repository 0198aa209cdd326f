import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ManifestTransform } from 'workbox-build';

/**
 * Adds the digest of each script and stylesheet to the worker's list of files. Pages and images get none, as hosts
 * inject code into pages and content delivery networks re-encode images; the worker checks only their media type.
 */
export function fileDigests(folder: string): ManifestTransform {
  return (entries) => ({
    manifest: entries.map((entry) =>
      /\.(?:js|css)$/.test(entry.url) ? { ...entry, digest: digestOf(folder, entry.url) } : entry,
    ),
  });
}

/** In base64 characters of 6 bits: enough to notice another file that is served by accident. */
const length = 11;

function digestOf(folder: string, url: string): string {
  const sha256 = createHash('sha256').update(readFileSync(path.join(folder, url)));
  return sha256.digest('base64').slice(0, length);
}
