import '../trusted-types.ts';
import { pagePaths, pageTemplates, parametersIn } from '../../contract/paths.ts';
import { product } from '../../contract/product.ts';
import { canonicalTopic, isTopic } from '../../markdown/topics.ts';
import type { Followed } from './follow.ts';

/** In bytes: a file of a thousand feeds has some 200 kB. */
export const maxOpmlBytes = 1_000_000;

/** An OPML 2.0 document (opml.org/spec2.opml) of the feeds of those followed, for any other reader of feeds. */
export function writeOpml(follows: readonly Followed[], origin: string): string {
  const outlines = follows.map(({ kind, key, name }) => {
    const page = origin + (kind === 'author' ? pagePaths.author(key) : pagePaths.topic(key));
    const text = escaped(kind === 'topic' ? `#${name}` : name);
    return `    <outline type="rss" text="${text}" title="${text}" xmlUrl="${escaped(`${page}/feed.xml`)}" htmlUrl="${escaped(page)}"/>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<opml version="2.0">',
    '  <head>',
    `    <title>${escaped(product.name)}: Following</title>`,
    '  </head>',
    '  <body>',
    ...outlines,
    '  </body>',
    '</opml>',
    '',
  ].join('\n');
}

/** Also of what XML cannot hold: control characters and halves of characters. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML forbids
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll(/[&<>"\n\t\r]/g, (character) => `&#${character.charCodeAt(0)};`);

export type OpmlContents =
  /** `left`: the number of feeds in the file that are not this site's. */
  { kind: 'feeds'; followed: Followed[]; left: number } | { kind: 'no OPML' };

/**
 * The authors and topics of this site among the feeds of an OPML document. Nothing in it is fetched. A document that
 * declares types or entities is none: OPML has no use for them, and they can make a small file endless.
 */
export function readOpml(text: string, origin: string): OpmlContents {
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) return { kind: 'no OPML' };
  const xml = new DOMParser().parseFromString(policy()?.createHTML(text) ?? text, 'text/xml');
  if (xml.firstElementChild?.localName !== 'opml' || xml.getElementsByTagName('parsererror').length > 0)
    return { kind: 'no OPML' };
  const feeds = [...xml.getElementsByTagName('outline')].filter((outline) => outline.hasAttribute('xmlUrl'));
  const followed = new Map<string, Followed>();
  let left = 0;
  for (const feed of feeds) {
    const one = followedOf(feed, origin);
    if (one) followed.set(`${one.kind} ${one.key}`, one);
    else left += 1;
  }
  return { kind: 'feeds', followed: [...followed.values()], left };
}

let madePolicy: { createHTML(text: string): string } | undefined;

/**
 * The own backend enforces Trusted Types, also for documents that are parsed and never shown: XML that comes from
 * `DOMParser` runs nothing. A name can be used for one policy.
 */
function policy() {
  madePolicy ??= globalThis.trustedTypes?.createPolicy('opml', { createHTML: (text: string) => text });
  return madePolicy;
}

function followedOf(feed: Element, origin: string): Followed | undefined {
  const url = feed.getAttribute('xmlUrl') ?? '';
  if (!URL.canParse(url) || new URL(url).origin !== origin) return undefined;
  const { pathname } = new URL(url);
  if (!pathname.endsWith('/feed.xml')) return undefined;
  const page = pathname.slice(0, -'/feed.xml'.length);
  const id = parametersIn(pageTemplates.author, page)?.id.toLowerCase();
  if (id !== undefined) return idPattern.test(id) ? { kind: 'author', key: id, name: nameIn(feed) } : undefined;
  const topic = canonicalTopic(decoded(parametersIn(pageTemplates.topic, page)?.tag ?? ''));
  return isTopic(topic) ? { kind: 'topic', key: topic, name: topic } : undefined;
}

/** Accounts of the own backend have UUIDs. */
const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** As the file says, until the list of their posts says it. */
const nameIn = (feed: Element): string =>
  (feed.getAttribute('title') || feed.getAttribute('text') || '').replaceAll(/\s+/g, ' ').trim().slice(0, 100) ||
  'Author';

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return '';
    throw error;
  }
}
