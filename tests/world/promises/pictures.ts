import { imagesNamedIn } from '../../../src/contract/named-images.ts';
import type { NewPost } from '../../../src/contract/posts.ts';
import type { FormDraft } from '../../../src/writing/record/form-drafts.ts';
import type { PostRecord } from '../../../src/writing/record/post-record.ts';
import { BrokenPromise } from '../broken-promise.ts';
import type { Device, OpenTab } from '../device.ts';
import { decodePng, type Raster } from '../picture-files.ts';
import { showPicture } from '../show-picture.ts';
import { storedPictures } from '../stored-pictures.ts';
import { isPicture, type Word } from '../words.ts';
import type { World } from '../world.ts';

const dayMs = 86_400_000;

const namesIn = (content: string): string[] => imagesNamedIn({ imgUrl: '', content });

/** Returns the names of all pictures in these texts, including covers. */
const namesOf = (posts: readonly Pick<NewPost, 'imgUrl' | 'content'>[]): string[] => posts.flatMap(imagesNamedIn);

/** Verifies that the server has every picture of its posts, and that no picture of a saved text is lost. */
export function verifyPictures(world: World): void {
  if (world.files.length === 0) return;
  // A picture is no longer lost if it was added again, or fetched with the post of a draft.
  for (const device of world.devices) {
    const lost = world.picturesLostOn(device);
    if (lost.size > 0) for (const name of storedPictures(device).keys()) lost.delete(name);
  }
  verifyPublishedPictures(world);
  const images = world.server.images();
  for (const word of world.words) {
    if (!isPicture(word) || !word.isSafe || word.isDropped || word.isRemoved || isReplaced(world, word)) continue;
    const [name = ''] = namesIn(word.word);
    if (world.picturesLostOn(word.device).has(name) || world.rolledBack.words.has(word.word)) continue;
    if (!images.has(name) && !world.devices.some((device) => storedPictures(device).has(name)))
      throw new BrokenPromise(`Lost: the picture ${name} of "${word.title}", which was saved`);
  }
}

/** Returns whether an author has replaced the word by a saved word, or preferred a saved word in a conflict. */
const isReplaced = ({ words }: World, { word }: Word): boolean =>
  words.some(({ over, beats, isSafe }) => isSafe && (over.has(word) || beats.has(word)));

/**
 * Returns whether the picture may be lost through no fault of the app: a restored server has lost it, or a device has
 * lost it when its storage was deleted.
 */
const isGone = (world: World, name: string): boolean =>
  world.rolledBack.pictures.has(name) || world.devices.some((device) => world.picturesLostOn(device).has(name));

function verifyPublishedPictures(world: World): void {
  const posts = world.server.posts();
  const images = world.server.images();
  for (const post of posts)
    for (const name of imagesNamedIn(post))
      if (!images.has(name) && !isGone(world, name))
        throw new BrokenPromise(`"${post.title}" is published, and its picture ${name} is not there`);
  const nameOf = new Map<string, string>();
  for (const [name, bytes] of images) {
    const pixels = colourOf(decodePng(bytes));
    if (nameOf.has(pixels)) throw new BrokenPromise(`One picture is ${name} and ${nameOf.get(pixels)}`);
    nameOf.set(pixels, name);
  }
}

/** Returns the pictures that a draft or a pending text of the device names. */
function namedOn(device: Device): Set<string> {
  const texts = [...device.records()].flatMap(([key, value]): unknown[] => {
    if (key.startsWith('post-backup/')) return [(value as FormDraft).typed.text];
    if (!key.startsWith('post-record/')) return [];
    const { draft, pending, unanswered, base } = value as PostRecord;
    return [draft, pending, unanswered, pending?.kind === 'delete' && base];
  });
  return new Set(namesIn(JSON.stringify(texts)));
}

/** Verifies that pictures are shown online and again without a network, and that unused pictures are removed. */
export async function verifyPicturesWhenFaultsEnd(world: World): Promise<void> {
  if (world.files.length === 0) return;
  await verifyShown(world, world.devices[world.turns.pick(world.devices.length)] as Device);
  await sweepAll(world);
}

async function verifyShown(world: World, device: Device): Promise<void> {
  const images = world.server.images();
  const isThere = (name: string) => images.has(name) || !isGone(world, name);
  const published = namesOf(world.server.posts()).filter(isThere);
  const urls = published.flatMap((name) => [`/images/${name}?width=240`, `/images/${name}`]);
  const tab = reopened(world, device);
  await world.turns.settle();
  for (const url of urls) await expectShown(world, device, tab, url);
  await world.turns.settle();
  world.turns.tell(`${device.name}: looks at pictures without a network`);
  device.isOnline = false;
  device.worker.kill();
  const later = reopened(world, device);
  const drafts = [...namedOn(device)]
    .filter((name) => !world.picturesLostOn(device).has(name) && isThere(name))
    .map((name) => `/images/${name}`);
  for (const url of [...urls, ...drafts]) await expectShown(world, device, later, url);
  device.isOnline = true;
}

function reopened(world: World, device: Device): OpenTab {
  for (const [at] of device.tabs.entries()) device.kill(at);
  return world.openTab(device, 0);
}

async function expectShown(world: World, device: Device, tab: OpenTab, url: string): Promise<void> {
  world.check('a picture that a text names is shown');
  const shown = await world.whenDone(showPicture(device, tab, url));
  const how = device.isOnline ? 'shows' : 'shows, without a network,';
  if (!shown) throw new BrokenPromise(`${device.name} ${how} no ${url}`);
  const [name = ''] = namesIn(url);
  const bytes = world.server.images().get(name) ?? storedPictures(device).get(name);
  // The device may show another cached size of the picture.
  if (!bytes || colourOf(decodePng(bytes)) !== colourOf(shown))
    throw new BrokenPromise(`${device.name} ${how} another than ${url}`);
}

const colourOf = ({ data }: Raster): string => String(data.subarray(0, 4));

/** Verifies that unused pictures are gone after ten days and two starts of the app that are two days apart. */
async function sweepAll(world: World): Promise<void> {
  const { turns, server, devices } = world;
  turns.tell('ten days go by');
  await turns.pass(10 * dayMs, 0);
  await turns.settle();
  for (const device of devices) reopened(world, device);
  await turns.settle();
  await turns.pass(2 * dayMs, 0);
  for (const device of devices) {
    const tab = reopened(world, device);
    await turns.settle();
    // Reading the drafts removes drafts that were discarded long ago.
    await world.whenDone(tab.page.drafts(null));
  }
  verifyPublishedPictures(world);
  const ids = new Set(server.posts().map(({ id }) => id));
  // Pictures of earlier versions are in use, too: an author can load each version into the form.
  const versions = server.history().filter(({ id }) => ids.has(id));
  const images = server.images();
  const published = new Set(namesOf(versions));
  for (const name of images.keys())
    if (!published.has(name)) throw new BrokenPromise(`The server keeps ${name}, which no post names`);
  for (const device of devices) {
    world.check('pictures that no text names are removed');
    const lost = world.picturesLostOn(device);
    const named = namedOn(device);
    for (const name of storedPictures(device).keys())
      if (!named.has(name)) throw new BrokenPromise(`${device.name} keeps ${name}, which no text names`);
    // The draft of an edit may name pictures of the published post, which only the server needs to have.
    const known = [storedPictures(device), images, lost, world.rolledBack.pictures];
    for (const name of named)
      if (!known.some((names) => names.has(name)))
        throw new BrokenPromise(`${device.name} has a draft with ${name}, and not its bytes`);
  }
}
