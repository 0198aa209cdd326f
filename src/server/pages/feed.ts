import type { Handler } from 'hono';
import { titleOf } from '../../app/parts/titleOf.ts';
import { pagePaths } from '../../contract/paths.ts';
import { product } from '../../contract/product.ts';
import { answer, publicDocument } from '../http/document.ts';
import type { KeptDocuments } from '../http/kept-documents.ts';
import { publicOrigin } from '../http/origin.ts';
import { pageOfPosts, readPosts, type StoredPost } from '../posts.ts';
import type { Store } from '../store/schema.ts';
import { escapeMarkup } from './escape.ts';

/** The newest posts with their full text, as an Atom feed (RFC 4287), to be asked for conditionally by its ETag. */
export function feedHandler(store: Store, kept: KeptDocuments): Handler {
  return async (c) => {
    const origin = publicOrigin(c);
    const { ids } = await pageOfPosts(store);
    const document = await kept(`feed ${origin} ${ids}`, async () =>
      publicDocument('application/atom+xml; charset=utf-8', feedOf(origin, await readPosts(store, ids))),
    );
    return answer(c, document);
  };
}

function feedOf(origin: string, posts: StoredPost[]): string {
  const newest = posts[0]?.createdAt ?? new Date(0).toISOString();
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${escapeMarkup(origin)}/feed.xml</id>`,
    `<title>${escapeMarkup(product.name)}</title>`,
    `<subtitle>${escapeMarkup(product.tagline)}</subtitle>`,
    `<link rel="self" type="application/atom+xml" href="${escapeMarkup(origin)}/feed.xml"/>`,
    `<link rel="alternate" type="text/html" href="${escapeMarkup(origin)}${pagePaths.home}"/>`,
    `<updated>${newest}</updated>`,
    ...posts.map((post) => entryOf(origin, post)),
    '</feed>',
  ].join('\n');
}

function entryOf(origin: string, post: StoredPost): string {
  return [
    '<entry>',
    `<id>urn:uuid:${post._id}</id>`,
    `<title type="text">${escapeMarkup(titleOf(post))}</title>`,
    `<link rel="alternate" type="text/html" href="${escapeMarkup(origin + pagePaths.blog(post._id))}"/>`,
    `<published>${post.createdAt}</published>`,
    `<updated>${post.createdAt}</updated>`,
    `<author><name>${escapeMarkup(post.author.email)}</name></author>`,
    `<summary type="text">${escapeMarkup(post.summary)}</summary>`,
    `<content type="text">${escapeMarkup(post.content)}</content>`,
    '</entry>',
  ].join('');
}
