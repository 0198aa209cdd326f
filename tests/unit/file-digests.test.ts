// @vitest-environment node
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fileDigests } from '../../src/build/file-digests.ts';

test('Only scripts and styles have digests, as hosts change pages and re-encode images', async () => {
  const names = ['a.js', 'a.css', 'index.html', 'icon.svg', 'picture.webp', 'icon.png', 'manifest.webmanifest'];
  const folder = await mkdtemp(path.join(tmpdir(), 'file-digests-'));
  try {
    for (const name of names) await writeFile(path.join(folder, name), name);
    const entries = names.map((url) => ({ url, revision: null, size: 1 }));
    const { manifest } = await fileDigests(folder)(entries);
    const withDigest = manifest.filter((entry) => 'digest' in entry);
    expect(withDigest.map(({ url }) => url)).toEqual(['a.js', 'a.css']);
    expect(manifest.map(({ url }) => url)).toEqual(names);
  } finally {
    await rm(folder, { recursive: true });
  }
});
