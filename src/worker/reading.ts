import { callPaths } from '../contract/paths.ts';
import { answerFrom, type Copy, dropCopy, findCopy, keepCopy } from '../data/copies/cache.ts';
import { edition, inTurn } from '../data/copies/edition.ts';
import { dropPages } from '../data/copies/pages.ts';
import { entriesOf, findPost, isPost } from '../data/copies/posts.ts';
import { callUrl } from '../data/host.ts';
import { spans } from '../data/storage.ts';
import { isWebPage } from '../data/web-page.ts';
import { tellPages } from './pages.ts';
import { keepHome } from './rendered.ts';
import { type Reading, readingOf } from './requests.ts';

/**
 * The list and the details: at once from the copy, while the network's newer answer is fetched behind it and told of
 * when it differs. Without a copy, the network. A copy known to be out of date, or asked past by hand, steps back for
 * the network, but not for long, and never for a failure.
 */
export async function answerReading(event: FetchEvent, reading: Reading): Promise<Response> {
  const { request } = event;
  if (request.cache === 'no-store') return fetch(request);
  const copy = await copyOf(reading, request.url);
  if (!copy) return askNetwork(event, request, reading, undefined);
  if (copy.outdated || request.cache === 'reload') {
    const fresh = askNetwork(event, request, reading, copy);
    event.waitUntil(fresh);
    const whole = fresh.then((response) => wholeAnswer(response.clone(), reading));
    const inTime = await Promise.race([whole, wait(spans.staleCopyWaits)]);
    return inTime === undefined ? answerFrom(copy) : await fresh;
  }
  if (request.cache !== 'force-cache') event.waitUntil(askNetwork(event, request, reading, copy));
  return answerFrom(copy);
}

/** What a page shows that the worker has not seen: asked for once more, and kept. */
export async function keepReading(event: ExtendableEvent, url: string): Promise<void> {
  const request = new Request(url, { headers: { Accept: 'application/json' } });
  const reading = readingOf(request);
  if (reading) await askNetwork(event, request, reading, await copyOf(reading, url));
}

/** A device that can't say what it keeps is one that keeps nothing: the network answers. */
async function copyOf(reading: Reading, url: string): Promise<Copy | undefined> {
  try {
    return await (reading.cache === 'posts' ? findPost(reading.id, url) : findCopy(reading.cache, url));
  } catch (error) {
    console.error(`What is kept of ${url} could not be read.`, error);
    return undefined;
  }
}

const wait = (milliseconds: number) => new Promise<undefined>((resolve) => setTimeout(resolve, milliseconds));

/** The network's answer, kept if it is one and can be; a network error where there is none. Never rejects. */
async function askNetwork(
  event: ExtendableEvent,
  request: Request,
  reading: Reading,
  copy: Copy | undefined,
): Promise<Response> {
  const askedUnder = await currentEdition();
  let response: Response;
  try {
    // Past the HTTP cache, by its own validators where the backend sends any.
    response = await fetch(new Request(request, { cache: 'no-cache' }));
  } catch {
    // Not silent: the pages are told, and the caller gets the error.
    await tellPages({ type: 'connection', connection: 'away' });
    return Response.error();
  }
  // A web page that says all is well is a captive portal's: the backend has not been reached.
  if (!(response.ok && isWebPage(response))) await tellPages({ type: 'connection', connection: 'reachable' });
  if (askedUnder !== undefined) {
    event.waitUntil(keepAnswer(response.clone(), request.url, reading, copy, askedUnder));
  }
  return response;
}

/** Where it can't be known, nothing is kept. */
async function currentEdition(): Promise<number | undefined> {
  try {
    return await edition();
  } catch (error) {
    console.error('Answers are not kept: this device does not say what has changed.', error);
    return undefined;
  }
}

async function keepAnswer(
  response: Response,
  url: string,
  reading: Reading,
  copy: Copy | undefined,
  askedUnder: number,
): Promise<void> {
  if (reading.cache === 'posts' && isGone(response)) {
    await dropCopy('posts', url);
    return tellPages({ type: 'moved' });
  }
  const body = await wholeAnswer(response, reading);
  if (body === undefined) return;
  const link = response.headers.get('Link');
  const hasChanged = copy?.body !== body || copy.outdated;
  const isNewest = url === callUrl(callPaths.posts);
  const isKept = await inTurn(async () => {
    if ((await edition()) !== askedUnder) return false;
    if (isNewest && hasChanged) await dropPages();
    await keepCopy(reading.cache, { url, body, link, keptAt: Date.now(), outdated: false });
    if (reading.cache === 'posts') await renewKept(url, body);
    return true;
  });
  if (isKept && copy?.body !== body) await tellPages({ type: 'moved' });
  if (isKept && copy && hasChanged) await tellPages({ type: 'changed', url });
  if (isKept && isNewest) await keepHome(hasChanged, askedUnder);
}

/** What a reader chose to keep is kept in its newest state. */
async function renewKept(url: string, body: string): Promise<void> {
  const kept = await findCopy('kept', url);
  if (kept && kept.body !== body) await keepCopy('kept', { ...kept, body });
}

/** What the backend answers to such a call; `undefined` for all else, and for an answer that breaks off. */
async function wholeAnswer(response: Response, reading: Reading): Promise<string | undefined> {
  if (!response.ok) return undefined;
  try {
    const body = await response.text();
    return (reading.cache === 'posts' ? isPost(body) : entriesOf(body) !== undefined) ? body : undefined;
  } catch (error) {
    console.error(`The answer of ${response.url} broke off.`, error);
    return undefined;
  }
}

/** Deleted elsewhere. A web page that says so is a captive portal's, not the backend's. */
const isGone = (response: Response): boolean => [404, 410].includes(response.status) && !isWebPage(response);
