import { titleOf } from '../../app/parts/titleOf.ts';
import { product } from '../../contract/product.ts';
import type { StoredPost } from '../posts.ts';
import { escapeMarkup, jsonForScript } from './escape.ts';

export type PageFacts = { origin: string; path: string; title: string; post?: StoredPost | undefined; found: boolean };

/** What search engines, link previews and feed readers ask of a page. */
export function headOf({ origin, path, title, post, found }: PageFacts): string {
  const description = post?.summary || product.description;
  const named = `<title>${escapeMarkup(title)}</title><meta name="description" content="${escapeMarkup(description)}">`;
  if (!found) return named;
  const url = origin + path;
  const ownImage = imageOf(origin, post?.imgUrl);
  const image = ownImage ?? `${origin}/icons/icon-512.png`;
  const properties: [string, string][] = [
    ['og:site_name', product.name],
    ['og:type', post ? 'article' : 'website'],
    ['og:title', post ? titleOf(post) : title],
    ['og:description', description],
    ['og:url', url],
    ['og:image', image],
    ...(post ? [['article:published_time', post.createdAt] satisfies [string, string]] : []),
  ];
  return [
    named,
    `<link rel="canonical" href="${escapeMarkup(url)}">`,
    `<link rel="alternate" type="application/atom+xml" title="${escapeMarkup(product.name)}" href="/feed.xml">`,
    ...properties.map(([name, value]) => `<meta property="${name}" content="${escapeMarkup(value)}">`),
    `<meta name="twitter:card" content="${ownImage ? 'summary_large_image' : 'summary'}">`,
    ...(post
      ? [`<script type="application/ld+json">${jsonForScript(blogPosting(post, { description, image, url }))}</script>`]
      : []),
  ].join('');
}

/** Structured data: https://schema.org/BlogPosting. */
function blogPosting(post: StoredPost, about: { description: string; image: string; url: string }) {
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: titleOf(post),
    ...about,
    datePublished: post.createdAt,
    dateModified: post.createdAt,
    author: { '@type': 'Person', name: post.author.email },
    publisher: { '@type': 'Organization', name: product.name },
    mainEntityOfPage: about.url,
  };
}

/** Absolute, as whoever reads it elsewhere needs it; only what can be an image's address there. */
function imageOf(origin: string, imgUrl: string | undefined): string | undefined {
  if (!imgUrl || !URL.canParse(imgUrl, origin)) return undefined;
  const url = new URL(imgUrl, origin);
  return ['http:', 'https:'].includes(url.protocol) ? url.href : undefined;
}
