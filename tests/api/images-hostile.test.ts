import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect } from 'vitest';
import { type ImageEnding, imageLimits } from '../../src/contract/images.ts';
import { callPaths } from '../../src/contract/paths.ts';
import type { ProblemCode } from '../../src/contract/problems.ts';
import { expectRefusal, problemOf } from './support/backend.ts';
import { blurredImage, type MadeImage, makeImage, named, pngChunk, pngClaiming, upload } from './support/images.ts';
import { stores } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(stores);

/** @property refused the expected refusal, or `201` if no decoder reads the faulty part and the file is accepted */
type Hostile = { what: string; image: MadeImage; refused: ProblemCode | 201 };

const { side } = imageLimits;
const small = { width: 64, height: 48 };
const place = { IFD0: { Make: 'Phone', Model: 'X' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } };
const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="48"><script>alert(1)</script></svg>',
);
const html = Buffer.from('<!doctype html><script>alert(1)</script>');
const zip = Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1');
const gif = Buffer.from(
  'GIF89a\x40\0\x30\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;',
  'latin1',
);

/** Makes files with one fault each. Each name fits its file, unless the name is the fault. */
async function hostileImages(): Promise<Hostile[]> {
  const good = { jpg: await makeImage(small), png: await pngOf(), webp: await makeImage({ ...small, ending: 'webp' }) };
  const picture = () => blurredImage(small.width, small.height, 1);
  const frames = await animation();
  const hostile: Hostile[] = [];
  const add = (what: string, refused: Hostile['refused'], bytes: Buffer, ending: ImageEnding, size = small) =>
    hostile.push({ what, refused, image: named(bytes, { ...size, ending }) });

  for (const [ending, { bytes }] of Object.entries(good) as [ImageEnding, MadeImage][]) {
    const without = (count: number) => bytes.subarray(0, bytes.length - count);
    const and = (...more: Buffer[]) => Buffer.concat([bytes, ...more]);
    add(`${ending} cut off in the middle`, 'image_unreadable', without(Math.floor(bytes.length / 2)), ending);
    add(`${ending} without its last byte`, 'image_unreadable', without(1), ending);
    add(`${ending} with an archive behind it`, 'image_unreadable', and(zip), ending);
    add(`${ending} with a page behind it`, 'image_unreadable', and(html), ending);
    add(`${ending} in front of which stands a page`, 'image_unreadable', Buffer.concat([html, bytes]), ending);
    add(`${ending} that is a GIF`, 'image_unreadable', gif, ending);
    add(`${ending} that is an SVG`, 'image_unreadable', svg, ending);
    add(`${ending} that is a page`, 'image_unreadable', html, ending);
    add(`${ending} that is nothing`, 'image_unreadable', Buffer.alloc(0), ending);
    add(`${ending} of another size than its name says`, 'image_mismatch', bytes, ending, { width: 63, height: 48 });
    const other = ending === 'png' ? 'webp' : 'png';
    add(`${ending} named as a ${other}`, 'image_mismatch', bytes, other);
    const format = ({ jpg: 'jpeg', png: 'png', webp: 'webp' } as const)[ending];
    const located = await picture().withExif(place).toFormat(format).toBuffer();
    add(`${ending} that says where it was taken`, 'image_metadata', located, ending);
    const rights = await picture().withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>').toFormat(format).toBuffer();
    add(`${ending} with XMP`, 'image_metadata', rights, ending);
    const noise = Buffer.from(bytes).fill(0x5a, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 40);
    // WebP has no checksum, so other bytes are just other pixels.
    add(`${ending} with garbled pixels`, ending === 'webp' ? 201 : 'image_unreadable', noise, ending);
  }
  add('png with a text', 'image_metadata', withChunk(good.png.bytes, 'tEXt', Buffer.from('Comment\0hello')), 'png');
  add('png with an unknown part', 'image_metadata', withChunk(good.png.bytes, 'viRU', html), 'png');
  add('png that is animated', 'image_animated', withChunk(good.png.bytes, 'acTL', Buffer.alloc(8, 1)), 'png');
  add('webp that is animated', 'image_animated', frames, 'webp');
  add('jpg with a comment', 'image_metadata', withSegment(good.jpg.bytes, 0xfe, html), 'jpg');
  const thumbnail = Buffer.from(`JFIF\0\x01\x01\0\0\x01\0\x01\x02\x02${'x'.repeat(12)}`, 'latin1');
  add('jpg with a thumbnail', 'image_metadata', withSegment(good.jpg.bytes, 0xe0, thumbnail), 'jpg');
  const second = withSegment(good.jpg.bytes, 0xe2, Buffer.from('MPF\0II*\0'));
  add('jpg with a second image', 'image_metadata', second, 'jpg');
  add('jpg of a thousand scans', 'image_unreadable', manyScans(await progressive()), 'jpg');
  const huge = pngClaiming(50_000, 50_000, Buffer.alloc(9));
  add('png that says it is 50,000 px wide', 'image_mismatch', huge, 'png');
  const wide = await sharp({ create: { width: 20_000, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  add('png that is 20,000 px wide', 'image_mismatch', wide, 'png');
  const bomb = pngClaiming(small.width, small.height, Buffer.alloc(200_000_000));
  add('png that says it is small and unpacks to 200 MB', 201, bomb, 'png');
  const most = { width: side, height: side };
  const empty = pngClaiming(side, side, Buffer.alloc(9));
  add('png of the largest size with too few pixels', 'image_unreadable', empty, 'png', most);
  const profile = Buffer.concat([Buffer.from('icc\0\0'), deflateSync(Buffer.alloc(100_000_000))]);
  const inflating = withChunk(good.png.bytes, 'iCCP', profile);
  add('png with a profile that unpacks to 100 MB', 'image_unreadable', inflating, 'png');
  const ofMegabyte = pngChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), deflateSync(Buffer.alloc(999_999))]));
  const profiles = Buffer.concat(Array.from({ length: 400 }, () => ofMegabyte));
  const withProfiles = Buffer.concat([good.png.bytes.subarray(0, 33), profiles, good.png.bytes.subarray(33)]);
  add('png with 400 profiles that unpack to 1 MB', 'image_unreadable', withProfiles, 'png');
  const renamed = { ...good.jpg, name: good.jpg.name.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) };
  hostile.push({ what: 'jpg under the digest of another', refused: 'image_mismatch', image: renamed });
  return hostile;
}

const pngOf = () => makeImage({ ...small, ending: 'png' });

function withChunk(png: Buffer, type: string, data: Buffer): Buffer {
  const afterHeader = 33;
  return Buffer.concat([png.subarray(0, afterHeader), pngChunk(type, data), png.subarray(afterHeader)]);
}

function withSegment(jpeg: Buffer, code: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, code, (data.length + 2) >> 8, (data.length + 2) & 0xff]);
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)]);
}

const progressive = () => blurredImage(small.width, small.height, 1).jpeg({ progressive: true }).toBuffer();

/** Repeats the last scan of a JPEG a thousand times. */
function manyScans(jpeg: Buffer): Buffer {
  const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
  return Buffer.concat([jpeg.subarray(0, -2), ...Array.from({ length: 1_000 }, () => scan), jpeg.subarray(-2)]);
}

async function animation(): Promise<Buffer> {
  const pictures = await Promise.all(
    [1, 2].map((seed) => blurredImage(small.width, small.height, seed).png().toBuffer()),
  );
  return sharp(pictures, { join: { animated: true } })
    .webp()
    .toBuffer();
}

/** In MiB: how much the process may grow. Unpacking a bomb would take 200, decoding the largest size 7,000. */
const mostMemory = 150;

test('hostile images get their expected response; memory grows by less than 150 MiB', {
  extras: { uploadLimits: { images: 0, bytes: 0 } },
}, async ({ backend, author }) => {
  const hostile = await hostileImages();
  await upload(backend, author, await makeImage());
  const before = memory();
  const seen: string[] = [];
  for (const { what, image } of hostile) {
    const answer = await upload(backend, author, image);
    seen.push(`${what}: ${answer.status === 422 ? (await problemOf(answer)).code : answer.status}`);
  }
  expect(seen).toEqual(hostile.map(({ what, refused }) => `${what}: ${refused}`));
  expect(memory() - before).toBeLessThan(mostMemory);
  const stored = await backend.db.selectFrom('image_files').select('image').execute();
  expect(stored).toHaveLength(1 + hostile.filter(({ refused }) => refused === 201).length);
  expect((await upload(backend, author, await makeImage({ seed: 7 }))).status).toBe(201);
});

test('an upload to an invalid image name is refused before its body is read', async ({ backend, author }) => {
  const { name } = await makeImage();
  for (const each of [name.replace('640', '20000'), name.replace('jpg', 'svg'), `${name}.html`]) {
    const pull = () => Promise.reject(new Error('was read'));
    const answer = await backend.stream('PUT', callPaths.image(each), pull, author.bearer);
    await expectRefusal(answer, 422, 'invalid_field', 'name');
  }
});

test("one author's unfinished uploads do not block another author's upload", async ({ backend, author: ada, bob }) => {
  const ending = Promise.withResolvers<void>();
  const unfinished = Array.from({ length: 8 }, async (_, seed) => {
    const { name } = await makeImage({ ...small, seed: seed + 1 });
    const body = new ReadableStream<Uint8Array>({
      async start(sender) {
        sender.enqueue(new Uint8Array(imageLimits.bytes - 1));
        await ending.promise;
        sender.close();
      },
    });
    const init = { method: 'PUT', body, duplex: 'half', headers: ada.bearer };
    return (await backend.request(callPaths.image(name), init)).status;
  });
  // Two uploads are refused, as Ada's share is used up. The others wait for the rest of their bodies.
  const early = await Promise.race(unfinished);
  expect(early).toBe(503);
  expect((await upload(backend, bob, await makeImage({ seed: 9 }))).status).toBe(201);
  ending.resolve();
  expect((await Promise.all(unfinished)).sort()).toEqual([422, 422, 422, 422, 422, 422, 503, 503]);
});

test('images may have a colour profile, transparency, a palette or several scans', async ({ backend, author }) => {
  const picture = () => blurredImage(small.width, small.height, 1);
  const clear = () => picture().ensureAlpha(0.5);
  const all: [Promise<Buffer>, ImageEnding][] = [
    [picture().withIccProfile('p3').jpeg().toBuffer(), 'jpg'],
    [picture().withIccProfile('p3').png().toBuffer(), 'png'],
    [picture().withIccProfile('p3').webp().toBuffer(), 'webp'],
    [progressive(), 'jpg'],
    [picture().greyscale().jpeg({ mozjpeg: true }).toBuffer(), 'jpg'],
    [clear().png().toBuffer(), 'png'],
    [clear().png({ progressive: true, palette: true }).toBuffer(), 'png'],
    [clear().webp().toBuffer(), 'webp'],
    [clear().webp({ lossless: true }).toBuffer(), 'webp'],
  ];
  for (const [bytes, ending] of all) {
    const answer = await upload(backend, author, named(await bytes, { ...small, ending }));
    expect([answer.status, await answer.text()]).toEqual([201, '']);
  }
});

/** Returns the resident memory of this process, in MiB. */
const memory = () => process.memoryUsage().rss / 1024 / 1024;
