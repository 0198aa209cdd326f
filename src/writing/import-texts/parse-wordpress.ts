import { Parser } from 'htmlparser2';
import { bounds, Unreadable } from './found-writing.ts';

/** A post, page or attachment of WordPress's export. */
export interface WordPressItem {
  /** The content of the item's elements by their names, such as `wp:post_id`. */
  fields: ReadonlyMap<string, string>;
  /** Names of tags, as HTML. */
  tags: readonly string[];
  /** Values of its custom fields, by their keys. */
  meta: ReadonlyMap<string, string>;
}

/** Maximum depth of nested elements; WordPress's own are five deep. */
const deepest = 100;

/** Number of characters to parse before yielding to other tasks. */
const sliceLength = 200_000;

/** XML forbids these characters (1.0, 2.2), but WordPress writes them. They are removed before parsing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/**
 * Parses WordPress's export (WXR). The parser accepts unclosed tags and undeclared prefixes, so that damage spoils only
 * the items around it. It decodes only XML's own five entities.
 *
 * @param pause is awaited between parts of a long file
 * @returns `isCutOff`: whether the end of the file is missing. An item that is cut off is left out.
 * @throws Unreadable if the text is no such export
 */
export async function parseWordPress(text: string, pause: () => Promise<void>) {
  const open: string[] = [];
  const channel = new Map<string, string>();
  const items: WordPressItem[] = [];
  let item: { fields: Map<string, string>; tags: string[]; meta: Map<string, string> } | undefined;
  let [metaKey, written, isTag] = ['', '', false];
  const endItem = () => {
    if (item && items.length < bounds.files) items.push(item);
    item = undefined;
  };
  const onText = (more: string) => {
    written += more;
  };
  const onOpen = (name: string, attributes: Record<string, string>) => {
    const parent = open.at(-1) ?? '';
    open.push(name);
    if (open.length > deepest) throw new Unreadable('It is damaged XML.');
    if (name === 'item') {
      endItem();
      item = { fields: new Map(), tags: [], meta: new Map() };
    }
    if (withFields.has(parent)) written = '';
    isTag = name === 'category' && attributes.domain === 'post_tag';
  };
  const onClose = (name: string) => {
    open.pop();
    const parent = open.at(-1);
    if (name === 'item') endItem();
    else if (parent === 'channel') setFirst(channel, name, written);
    else if (item && parent === 'item') {
      if (name === 'category' && isTag) item.tags.push(written);
      setFirst(item.fields, name, written);
    } else if (item && parent === 'wp:postmeta') {
      if (name === 'wp:meta_key') metaKey = written;
      if (name === 'wp:meta_value') setFirst(item.meta, metaKey, written);
    }
  };
  const parser = new Parser({ ontext: onText, onopentag: onOpen, onclosetag: onClose }, { xmlMode: true });
  const xml = text.replaceAll(forbidden, '');
  for (let at = 0; at < xml.length; at += sliceLength) {
    parser.write(xml.slice(at, at + sliceLength));
    await pause();
  }
  if (!channel.has('wp:wxr_version')) throw new Unreadable('It is XML, but not a WordPress export.');
  return { items, site: channel.get('wp:base_blog_url') || channel.get('link') || '', isCutOff: open.length > 0 };
}

/** Elements whose children are read as fields. */
const withFields: ReadonlySet<string> = new Set(['channel', 'item', 'wp:postmeta']);

function setFirst(map: Map<string, string>, key: string, value: string): void {
  if (!map.has(key)) map.set(key, value);
}
