// A build step: writes `.br` and `.gz` files beside the files of dist/client, or of a given folder, if smaller.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const clientDir = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '../../dist/client'));
const compressible = /\.(html|js|css|svg|json|webmanifest|txt|xml|ico)$/;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

async function precompress(file: string): Promise<void> {
  const body = readFileSync(file);
  const [br, gz] = await Promise.all([
    brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
    gzipped(body, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  if (br.length < body.length) writeFileSync(`${file}.br`, br);
  if (gz.length < body.length) writeFileSync(`${file}.gz`, gz);
}

const files = readdirSync(clientDir, { recursive: true, encoding: 'utf8' }).filter((name) => compressible.test(name));
await Promise.all(files.map((name) => precompress(path.join(clientDir, name))));
