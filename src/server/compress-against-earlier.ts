import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import { assetName } from '../contract/asset-names.ts';

/**
 * A step of the build, after precompress.ts. Beside each script and stylesheet in dist/client, or in the folder it is
 * given, it writes what a browser fetches that has one of an earlier build (RFC 9842, section 5): `NAME.DIGEST.dcz`,
 * where DIGEST is the earlier one's SHA-256 in base64url. This build's are stored for later ones in a folder beside, so
 * that no host serves them.
 */
const clientDir = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '../../dist/client'));
const assetsDir = path.join(clientDir, 'assets');
const earlierDir = `${clientDir}.earlier`;

/** Of each file. A reader who comes back after more changes fetches whole files. */
const mostVersions = 5;

const zstd = promisify(zstdCompress);
const digestOf = (body: Buffer) => createHash('sha256').update(body).digest();

/** A frame that old decoders skip, with the dictionary's digest, before the compressed data. */
const frameHead = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0]);

async function compressAgainst(name: string, earlierName: string): Promise<void> {
  const [body, dictionary] = [path.join(assetsDir, name), path.join(earlierDir, earlierName)].map((file) =>
    readFileSync(file),
  );
  if (!body || !dictionary) return;
  const digest = digestOf(dictionary);
  const params = { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_checksumFlag]: 1 };
  const delta = Buffer.concat([frameHead, digest, await zstd(body, { dictionary, params })]);
  const whole = statSync(path.join(assetsDir, `${name}.br`), { throwIfNoEntry: false })?.size ?? body.length;
  if (delta.length < whole) writeFileSync(path.join(assetsDir, `${name}.${digest.toString('base64url')}.dcz`), delta);
}

/** What a file is in every build. */
const lastingName = (name: string) => name.replace(assetName, '$1.$3');

const namesIn = (folder: string) => readdirSync(folder).filter((name) => assetName.test(name));
const storedAt = (name: string) => statSync(path.join(earlierDir, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;

mkdirSync(earlierDir, { recursive: true });
const names = namesIn(assetsDir);
const earlier = Map.groupBy(namesIn(earlierDir), lastingName);
for (const name of names) {
  for (const other of earlier.get(lastingName(name)) ?? []) if (other !== name) await compressAgainst(name, other);
}
for (const name of names) copyFileSync(path.join(assetsDir, name), path.join(earlierDir, name));
const current = new Set(names.map(lastingName));
for (const [lasting, versions] of Map.groupBy(namesIn(earlierDir), lastingName)) {
  const newestFirst = versions.map((name) => ({ name, at: storedAt(name) })).sort((a, b) => b.at - a.at);
  for (const { name } of newestFirst.slice(current.has(lasting) ? mostVersions : 0)) {
    rmSync(path.join(earlierDir, name), { force: true });
  }
}
