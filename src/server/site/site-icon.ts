import { createHash } from 'node:crypto';
import { product } from '../../contract/product.ts';
import { ConfigError } from '../process/config-error.ts';
import type { Database, Store } from '../store/schema.ts';
import { storeSetting } from './site-settings.ts';

/** The limits of the operator's picture: at most `bytes`, and a side from `least` to `side` pixels. */
const bounds = { bytes: 5_000_000, least: 512, side: 4_096 };

/** In seconds, for making one file. */
const deadline = 20;

/**
 * In pixels: the side of the picture in an icon of 512. A mask leaves 80 % of the icon visible (W3C, Web Application
 * Manifest, "maskable").
 */
const inner = 410;
const margin = { top: 51, bottom: 51, left: 51, right: 51 };

/** The files made of the operator's icon, with their sides in pixels. */
export const iconFiles = {
  '32.png': 32,
  '96.png': 96,
  '180.png': 180,
  '192.png': 192,
  '512.png': 512,
  'maskable-512.png': 512,
  'monochrome-512.png': 512,
} as const;

export type IconFile = keyof typeof iconFiles;

export const isIconFile = (name: string): name is IconFile => Object.hasOwn(iconFiles, name);

/**
 * Makes every icon that browsers and systems ask for, and replaces the stored icons with them.
 * @param source a square PNG, JPEG or WebP
 * @throws {ConfigError} when the picture can't be an icon; then nothing changes
 */
export async function setIcon({ db }: Store, source: Buffer): Promise<void> {
  const made = await makeIcons(source);
  await db.transaction().execute(async (work) => {
    await work.deleteFrom('site_icons').execute();
    const rows = made.map(([name, bytes]) => ({ name, bytes }));
    await work.insertInto('site_icons').values(rows).execute();
    await storeSetting(work, 'icon', tagOf(source));
  });
}

export async function readIcon(db: Database, name: IconFile): Promise<Buffer<ArrayBuffer> | undefined> {
  const found = await db.selectFrom('site_icons').select('bytes').where('name', '=', name).executeTakeFirst();
  return found && Buffer.from(new Uint8Array(found.bytes).buffer);
}

/** Returns a short hash of an icon's source picture, or of a page's Markdown (build/built-site.ts). */
export const tagOf = (source: string | Uint8Array): string =>
  createHash('sha256').update(source).digest('base64url').slice(0, 16);

/** @throws {ConfigError} when the picture can't be an icon */
export async function makeIcons(source: Buffer): Promise<[IconFile, Buffer][]> {
  if (source.length > bounds.bytes) throw new ConfigError(`the icon has more than ${bounds.bytes} bytes`);
  // Imported on demand: other commands do not need sharp, and must also run on platforms that it does not support.
  const { sharp } = await import('../process/bounded-sharp.ts');
  const open = () =>
    sharp(source, { failOn: 'error', limitInputPixels: bounds.side ** 2 })
      .timeout({ seconds: deadline })
      .autoOrient();
  try {
    const { autoOrient: turned } = await open().metadata();
    if (turned.width !== turned.height || turned.width < bounds.least)
      throw new ConfigError(
        `the icon is ${turned.width}x${turned.height}, but must be square, with ${bounds.least} pixels a side or more`,
      );
    const sized = (side: number) => open().resize(side, side).toColourspace('srgb');
    const background = product.paper.light;
    const maskable = sized(inner)
      .flatten({ background })
      .extend({ ...margin, background });
    const plain = (['32.png', '96.png', '192.png', '512.png'] as const).map(
      async (name): Promise<[IconFile, Buffer]> => [name, await sized(iconFiles[name]).png().toBuffer()],
    );
    return [
      ...(await Promise.all(plain)),
      // Flattened, because systems without transparency would make transparent parts black.
      ['180.png', await sized(180).flatten({ background }).png().toBuffer()],
      ['maskable-512.png', await maskable.png().toBuffer()],
      ['monochrome-512.png', await monochrome(await sized(inner).png().toBuffer())],
    ];
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(
      `the icon can't be read: it has to be a PNG, JPEG or WebP image of at most ${bounds.side}x${bounds.side} pixels`,
      { cause: error },
    );
  }
}

/**
 * Returns a monochrome icon, of which systems use only the alpha channel. That is the alpha channel of `icon`; for an
 * opaque `icon`, it is opaque where `icon` is dark.
 */
async function monochrome(icon: Buffer): Promise<Buffer> {
  const { sharp } = await import('../process/bounded-sharp.ts');
  const { isOpaque } = await sharp(icon).stats();
  const shape = isOpaque ? sharp(icon).greyscale().normalise().negate() : sharp(icon).extractChannel('alpha');
  const { data, info } = await shape.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const black = sharp({ create: { width, height, channels: 3, background: '#000000' } });
  const joined = await black
    .joinChannel(data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
  return sharp(joined)
    .extend({ ...margin, background: '#00000000' })
    .png()
    .toBuffer();
}
