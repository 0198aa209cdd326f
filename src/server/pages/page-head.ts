import { titleOf } from '../../app/text/title-of.ts';
import { escapeMarkup, jsonForScript } from '../../contract/escape.ts';
import { imageAddress } from '../../contract/image-url.ts';
import { imageTypes, parseImagePath } from '../../contract/images.ts';
import { dayOrTime } from '../../contract/post-time.ts';
import { product, productDescription } from '../../contract/product.ts';
import { type SiteSettings, sitePaths } from '../../contract/site.ts';
import type { ReadPost } from '../posts/query-posts.ts';

export type PageFacts = {
  /** `undefined` if unknown: then the page contains no absolute URL of this site. */
  origin: string | undefined;
  path: string;
  title: string;
  read?: ReadPost | undefined;
  /** The description of an operator's page. Posts have their summaries instead. */
  description?: string | undefined;
  site: SiteSettings;
  /** `search`: for link previews, not for search engines. `private`: for its author alone. `missing`: sent with 404. */
  kind: 'public' | 'search' | 'private' | 'missing';
  /** The path of the page's own feed, if it has one. */
  feed?: string | undefined;
};

/** Returns the elements of a page's head that search engines, link previews and feed readers use. */
export function headOf({ origin, path, title, read, description: own, site, kind, feed }: PageFacts): string {
  const post = read?.post;
  const { name = product.name, icon } = site;
  const description = post?.summary || own || site.description || productDescription;
  const named = `<title>${escapeMarkup(title)}</title><meta name="description" content="${escapeMarkup(description)}">`;
  if (kind === 'missing') return named;
  // A path template, such as that of the edit page, has no URL: one cached page serves all addresses that match the
  // template.
  const url = path.includes('/:') ? undefined : origin && origin + path;
  const ownImage = imageOf(origin, post?.imgUrl);
  const ownIcon = icon === undefined ? '/icons/icon-512.png' : sitePaths.icon(icon, '512.png');
  const image = ownImage ?? (origin && origin + ownIcon);
  const properties: [string, string | undefined][] = [
    ['og:site_name', name],
    ['og:locale', site.language?.tag.replaceAll('-', '_')],
    ['og:type', post ? 'article' : 'website'],
    ['og:title', post ? titleOf(post) : title],
    ['og:description', description],
    ['og:url', url],
    ['og:image', image],
    ...(ownImage && post ? sizeOf(post.imgUrl) : []),
    ['article:published_time', post && dayOrTime(post.createdAt)],
    ['article:modified_time', post?.updatedAt && dayOrTime(post.updatedAt)],
  ];
  return [
    named,
    kind === 'public' ? '' : '<meta name="robots" content="noindex">',
    kind === 'public' && url ? `<link rel="canonical" href="${escapeMarkup(url)}">` : '',
    feed ? feedLink(title, feed) : '',
    feedLink(name, '/feed.xml'),
    ...properties.map(([name, value]) => (value ? `<meta property="${name}" content="${escapeMarkup(value)}">` : '')),
    `<meta name="twitter:card" content="${ownImage ? 'summary_large_image' : 'summary'}">`,
    read
      ? `<script type="application/ld+json">${jsonForScript(blogPosting(read, name, { description, image, url }))}</script>`
      : '',
  ].join('');
}

const feedLink = (title: string, path: string): string =>
  `<link rel="alternate" type="application/atom+xml" title="${escapeMarkup(title)}" href="${escapeMarkup(path)}">`;

/** Returns structured data (https://schema.org/BlogPosting). */
function blogPosting(
  { post, authorName }: ReadPost,
  publisher: string,
  about: { description: string; image: string | undefined; url: string | undefined },
) {
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: titleOf(post),
    ...about,
    datePublished: dayOrTime(post.createdAt),
    dateModified: dayOrTime(post.updatedAt ?? post.createdAt),
    author: { '@type': 'Person', name: authorName },
    publisher: { '@type': 'Organization', name: publisher },
    mainEntityOfPage: about.url,
  };
}

/**
 * Returns the type and size from an uploaded image's address, so that a preview can reserve space before the image
 * loads.
 */
function sizeOf(url: string): [string, string][] {
  const image = parseImagePath(url);
  if (!image) return [];
  return [
    ['og:image:type', imageTypes[image.ending]],
    ['og:image:width', String(image.width)],
    ['og:image:height', String(image.height)],
  ];
}

/** @returns an absolute http(s) URL, as other sites need one, or `undefined` if the post's address can't be one */
function imageOf(origin: string | undefined, imgUrl: string | undefined): string | undefined {
  const address = imageAddress(imgUrl ?? '', origin ? new URL(origin).hostname : '');
  if (address?.startsWith('/')) return origin && origin + address;
  return address?.startsWith('http') ? address : undefined;
}
