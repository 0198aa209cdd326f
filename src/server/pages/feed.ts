import type { Context, Handler } from 'hono';
import { NIL, v5 as uuid } from 'uuid';
import { titleOf } from '../../app/text/title-of.ts';
import { escapeMarkup } from '../../contract/escape.ts';
import { pagePaths, type pageTemplates } from '../../contract/paths.ts';
import { dayOrTime, hasNoZone, timeOf } from '../../contract/post-time.ts';
import { product } from '../../contract/product.ts';
import { canonicalTopic, isTopic } from '../../text/markdown/topics.ts';
import { type PublicDocument, publicDocument, respondWithDocument } from '../http/public-document.ts';
import { publicOrigin } from '../http/public-origin.ts';
import type { HandlerOf } from '../http/register-route.ts';
import { networkOfClient } from '../http/request-context.ts';
import { nameOfAuthor, type PageOfIds, pageOfAuthor, pageOfPosts, pageOfTopic } from '../posts/query-lists.ts';
import { type ReadPost, readOneByOne } from '../posts/query-posts.ts';
import { HttpError } from '../process/http-error.ts';
import { oneAtATime, WorkQueue } from '../process/work-queue.ts';
import type { Store } from '../store/schema.ts';
import { longestFeed } from './bounded-output.ts';
import type { FeedContents } from './feed-contents.ts';
import type { PageDependencies } from './page-dependencies.ts';

/** Returns handlers that serve the newest posts as Atom feeds (RFC 4287), with an ETag for conditional requests. */
export function feedHandlers({ store, site, documentCache, feedContents }: PageDependencies) {
  // A queue of its own, so that lists and posts don't wait while long texts are formatted.
  const queue = new WorkQueue(oneAtATime);
  const answer = async (c: Context, { of, topicOrName }: { of: string; topicOrName?: string }, page: PageOfIds) => {
    const { settings, tag } = await site.find();
    const { name = product.name, tagline = product.tagline, language } = settings;
    const about: FeedAbout = {
      path: of === pagePaths.home ? '/feed.xml' : `${of}/feed.xml`,
      title: topicOrName === undefined ? name : `${topicOrName} · ${name}`,
      subtitle: tagline,
      language: language?.tag,
      of,
    };
    const origin = publicOrigin(c);
    const make = () => writeFeed(store, feedContents, origin, about, page);
    const work = { queue, network: networkOfClient(c), make };
    const document = await documentCache(
      `feed ${origin ?? ''} ${tag} ${about.path} ${about.title} ${page.cacheKey}`,
      work,
    );
    return respondWithDocument(c, document);
  };

  const all: Handler = async (c) => answer(c, { of: pagePaths.home }, await pageOfPosts(store));

  const topic: HandlerOf<`${typeof pageTemplates.topic}/feed.xml`> = async (c) => {
    const tag = canonicalTopic(c.req.param('tag'));
    if (!isTopic(tag)) throw new HttpError('path_not_found');
    const of = pagePaths.topic(tag);
    return answer(c, { of, topicOrName: `#${tag}` }, await pageOfTopic(store, tag));
  };

  const author: HandlerOf<`${typeof pageTemplates.author}/feed.xml`> = async (c) => {
    const id = c.req.param('id').toLowerCase();
    const name = await nameOfAuthor(store, id);
    if (name === undefined) throw new HttpError('user_not_found');
    const of = pagePaths.author(id);
    return answer(c, { of, topicOrName: name }, await pageOfAuthor(store, id));
  };

  return { all, topic, author };
}

/**
 * In milliseconds: how long a feed waits for texts that are not formatted yet. Meanwhile other feeds wait in the queue,
 * which refuses a feed that waits too long (`oneAtATime`).
 */
const patience = 3_000;

/** A feed's path, its title and further facts; `of` is the path of the page with the same posts. */
type FeedAbout = { path: string; title: string; subtitle: string; language: string | undefined; of: string };

/**
 * Writes a feed, newest post first. A post has its full content if that is ready in time and fits into the rest of
 * `longestFeed`; otherwise it has only its summary.
 */
async function writeFeed(
  store: Store,
  feedContents: FeedContents,
  origin: string | undefined,
  about: FeedAbout,
  page: PageOfIds,
): Promise<PublicDocument> {
  const id = origin ? origin + about.path : await idWithoutOrigin(store, about.path);
  const head = { origin: origin ?? '', id, ...about };
  const entries: (string | Buffer)[] = [];
  let newest = 0;
  let left = longestFeed;
  let isPartial = false;
  const until = performance.now() + patience;
  for await (const read of readOneByOne(store, page.ids)) {
    newest = Math.max(newest, timeOf(changedAt(read)) || 0);
    const size = Buffer.byteLength(read.post.content);
    const isWanted = size <= left;
    const html = isWanted ? await feedContents(read, head.origin, until) : undefined;
    const isFull = html !== undefined && html.length <= left;
    if (isWanted) left -= isFull ? Math.max(size, html.length) : size;
    if (isWanted && !html) isPartial = true;
    entries.push(...entryOf(head.origin, read, isFull ? html : undefined));
  }
  return { ...publicDocument('application/atom+xml; charset=utf-8', feedOf(head, newest, entries)), isPartial };
}

/**
 * Derives the feed's id from the oldest account. Feed readers identify a feed by its id, which must be unique and never
 * change. The oldest post would not do, because an imported post can be older.
 */
async function idWithoutOrigin({ reads }: Store, path: string): Promise<string> {
  const first = await reads.selectFrom('users').select('id').orderBy('id').limit(1).executeTakeFirst();
  const name = path === '/feed.xml' ? product.name : product.name + path;
  return `urn:uuid:${uuid(name, first?.id ?? NIL)}`;
}

/** Writes a feed's XML. `origin` is `''` if unknown: links are then relative to the feed's address (RFC 3987). */
function feedOf(
  { origin, id, path, title, subtitle, language, of }: FeedAbout & { origin: string; id: string },
  newest: number,
  entries: (string | Buffer)[],
): Uint8Array<ArrayBuffer> {
  const beginning = [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom"${language ? ` xml:lang="${language}"` : ''}>`,
    `<id>${escapeMarkup(id)}</id>`,
    `<title>${escapeMarkup(title)}</title>`,
    `<subtitle>${escapeMarkup(subtitle)}</subtitle>`,
    `<link rel="self" type="application/atom+xml" href="${escapeMarkup(origin + path)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeMarkup(origin + of)}"/>`,
    `<updated>${new Date(newest).toISOString()}</updated>`,
  ].join('\n');
  return new Uint8Array(
    Buffer.concat(
      [beginning, ...entries, '\n</feed>'].map((part) => (typeof part === 'string' ? Buffer.from(part) : part)),
    ),
  );
}

const changedAt = ({ post }: ReadPost) => feedTime(post.updatedAt ?? post.createdAt);

/**
 * Returns a timestamp for a feed. A time without a zone becomes noon UTC, which is the same day from UTC-12 to UTC+11.
 */
const feedTime = (written: string): string => (hasNoZone(written) ? `${dayOrTime(written)}T12:00:00Z` : written);

/** Returns the parts of an entry. `html` is escaped and encoded already; the other parts are still to be encoded. */
function entryOf(origin: string, read: ReadPost, html: Buffer | undefined): (string | Buffer)[] {
  const { post, authorName } = read;
  const facts = [
    '\n<entry>',
    `<id>urn:uuid:${post._id}</id>`,
    `<title type="text">${escapeMarkup(titleOf(post))}</title>`,
    `<link rel="alternate" type="text/html" href="${escapeMarkup(origin + pagePaths.blog(post._id))}"/>`,
    `<published>${feedTime(post.createdAt)}</published>`,
    `<updated>${changedAt(read)}</updated>`,
    `<author><name>${escapeMarkup(authorName)}</name></author>`,
    `<summary type="text">${escapeMarkup(post.summary)}</summary>`,
  ].join('');
  return html?.length ? [facts, '<content type="html">', html, '</content></entry>'] : [facts, '</entry>'];
}
