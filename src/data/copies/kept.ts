import { callPaths } from '../../contract/paths.ts';
import type { Post } from '../../contract/posts.ts';
import { askWorker } from '../ask-worker.ts';
import { callUrl } from '../host.ts';
import { cacheNames } from '../storage.ts';
import { allCopies, dropCopy, findCopy, keepCopy, passingImages } from './cache.ts';
import { inTurn } from './edition.ts';
import { findImage, isWorthKeeping, keepImage } from './images.ts';
import { entriesOf, findPost } from './posts.ts';
import { emptyCache } from './space.ts';

/**
 * Lays text and image of a post aside, where neither bounds nor a full device reach them.
 *
 * @param post as it is shown; its copy on this device goes first, as it may hold more.
 * @throws DOMException `QuotaExceededError`
 */
export async function keepPost(post: Post): Promise<void> {
  const url = addressOf(post._id);
  await inTurn(async () => {
    const copy = await findPost(post._id, url);
    const body = copy?.body ?? JSON.stringify(post);
    await keepCopy('kept', { url, body, link: null, keptAt: Date.now(), outdated: false });
  });
  const picture = pictureAddress(post.imgUrl);
  if (picture !== undefined) keepPictureSoon(picture);
}

/** Its host may take its time; the worker goes on when the page has gone. */
function keepPictureSoon(address: string): void {
  askWorker('picture', address).catch((error: unknown) => {
    console.error(`The picture ${address} could not be kept.`, error);
  });
}

/** The post may still be read, and goes when its turn comes: a tap by mistake, in a tunnel, loses nothing. */
export async function stopKeeping({ _id, imgUrl }: Pick<Post, '_id' | 'imgUrl'>): Promise<void> {
  const url = addressOf(_id);
  await inTurn(async () => {
    const copy = await findCopy('kept', url);
    if (copy) await keepCopy('posts', copy);
    await dropCopy('kept', url);
  });
  await letPictureGo(imgUrl);
}

/** All that the reader did not choose to keep. */
export function removePassing(): Promise<void> {
  return inTurn(async () => {
    for (const name of [...passingImages, cacheNames.posts, cacheNames.lists]) await emptyCache(name);
  });
}

/**
 * In the worker. Without its picture a post can be read all the same.
 *
 * @returns whether it is kept.
 */
export async function keepPicture(address: string): Promise<boolean> {
  try {
    const response = (await findImage(address)) ?? (await fetch(address, { mode: 'no-cors' }));
    if (!isWorthKeeping(response)) return false;
    await (await caches.open(cacheNames.keptImages)).put(address, response);
    return true;
  } catch (error) {
    console.error(`The picture ${address} could not be kept.`, error);
    return false;
  }
}

async function letPictureGo(imgUrl: string): Promise<void> {
  const address = pictureAddress(imgUrl);
  if (address === undefined) return;
  const others = (await allCopies('kept')).flatMap(({ body }) => entriesOf(`[${body}]`) ?? []);
  if (others.some((entry) => pictureAddress((entry as Partial<Post>).imgUrl ?? '') === address)) return;
  const pictures = await caches.open(cacheNames.keptImages);
  const picture = await pictures.match(address, { ignoreVary: true });
  if (picture) await keepImage(address, picture);
  await pictures.delete(address);
}

const addressOf = (id: string): string => callUrl(callPaths.post(id));

/** `undefined` where the post has none, or carries it in its text. */
function pictureAddress(imgUrl: string): string | undefined {
  if (imgUrl.trim() === '' || !URL.canParse(imgUrl, location.href)) return undefined;
  const { protocol, href } = new URL(imgUrl, location.href);
  return protocol.startsWith('http') ? href : undefined;
}
