import { betweenTexts } from './between-texts.ts';
import { decodeText } from './decode-text.ts';
import { type ForeignText, foundForeign } from './found-foreign.ts';
import { bounds, type FoundText, type LeftOut, reasonOf, type SourceFile, Unreadable } from './found-writing.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';
import { parseDocument } from './parse-document.ts';
import { timeIn, withTopics } from './texts-and-dates.ts';

/**
 * The posts of WordPress's export (WXR). Pages, menus and the like are left out; drafts stay drafts. A document that
 * declares types or entities is none: WXR has no use for them, and they can make a small file endless.
 *
 * @throws Unreadable if it is something else; the signal's reason
 */
export async function readWordPress(
  file: SourceFile,
  signal?: AbortSignal,
): Promise<{ texts: FoundText[]; leftOut: LeftOut[] }> {
  const text = decodeText(await file.bytes(bounds.foreignExport));
  const channelAt = text.indexOf('<channel');
  if (channelAt === -1 || /<!DOCTYPE|<!ENTITY/i.test(text.slice(0, channelAt)))
    throw new Unreadable('It is XML, and no export of WordPress.');
  const xml = parseDocument(text, 'text/xml');
  if (xml.getElementsByTagName('parsererror').length > 0) throw new Unreadable('It is damaged XML.');
  const channel = xml.getElementsByTagName('channel')[0];
  if (!channel?.getElementsByTagName('wp:wxr_version')[0])
    throw new Unreadable('It is XML, and no export of WordPress.');
  const items = [...channel.children].filter(({ nodeName }) => nodeName === 'item').slice(0, bounds.files);
  const attachments = new Map(
    items.flatMap((item) => {
      const url = textIn(item, 'wp:attachment_url');
      return url ? [[textIn(item, 'wp:post_id'), url] as const] : [];
    }),
  );
  const site = textIn(channel, 'wp:base_blog_url') || textIn(channel, 'link');
  const texts: FoundText[] = [];
  const leftOut: LeftOut[] = [];
  const pause = betweenTexts(signal);
  for (const item of items) {
    await pause();
    const type = textIn(item, 'wp:post_type');
    if (type !== 'post' && type !== 'page') continue;
    try {
      if (type === 'page') throw new Unreadable('It is a page, and no post.');
      if (['trash', 'auto-draft', 'inherit'].includes(textIn(item, 'wp:status')))
        throw new Unreadable('It was deleted.');
      if (textIn(item, 'wp:post_password')) throw new Unreadable('It has a password, and posts here have none.');
      texts.push(foundForeign(wordPressText(item, site, attachments), file.lastModified));
    } catch (error) {
      leftOut.push({ place: textIn(item, 'title') || 'Untitled', reason: reasonOf(error) });
    }
  }
  return { texts, leftOut };
}

function wordPressText(item: Element, site: string, attachments: ReadonlyMap<string, string>): ForeignText {
  const title = textIn(item, 'title');
  const dates = ['wp:post_date_gmt', 'wp:post_date'].map((name) => textIn(item, name));
  // Drafts have a date of zeros until they are published.
  const createdAt = dates.map((date) => (date.startsWith('0000') ? undefined : timeIn(date))).find((date) => date);
  const thumbnail = [...item.getElementsByTagName('wp:postmeta')].find(
    (meta) => textIn(meta, 'wp:meta_key') === '_thumbnail_id',
  );
  const tags = [...item.getElementsByTagName('category')]
    .filter((category) => category.getAttribute('domain') === 'post_tag')
    .map((category) => category.textContent ?? '');
  return {
    place: title || 'Untitled',
    source: `wordpress:${site} ${textIn(item, 'wp:post_id')}`.slice(0, 2_000),
    title,
    createdAt,
    updatedAt: timeIn(textIn(item, 'wp:post_modified_gmt')),
    isPublished: textIn(item, 'wp:status') === 'publish',
    write: () => ({
      title,
      imgUrl: attachments.get(thumbnail ? textIn(thumbnail, 'wp:meta_value') : '') ?? '',
      content: withTopics(htmlToMarkdown(withParagraphs(textIn(item, 'content:encoded'))), tags),
    }),
  };
}

/** Of the element's own children: a post's comments have texts and dates too. */
const textIn = (parent: Element, name: string): string =>
  [...parent.children].find(({ nodeName }) => nodeName === name)?.textContent ?? '';

const withBreaks = (html: string): string =>
  html
    .replaceAll('\r\n', '\n')
    .replaceAll(/\n[ \t]*\n\s*/g, '<p>')
    .replaceAll(/([^>\n])\n(?!\s*<\/?(?:ul|ol|li|p|h\d|table|t[rdh]|blockquote|div|figure|hr)\b)/gi, '$1<br>\n');

/**
 * The classic editor's texts have empty lines for paragraphs, as WordPress makes those when it shows them; the newer
 * editor's say what is a block in comments. Captions stand in square brackets.
 */
function withParagraphs(html: string): string {
  if (html.includes('<!-- wp:')) return html;
  let isInPre = false;
  return html
    .replaceAll(/\[\/?caption\b[^[\]]*\]/g, '')
    .split(/(<\/?pre\b[^<>]*>)/i)
    .map((part, index) => {
      if (index % 2 === 1) isInPre = !part.startsWith('</');
      return index % 2 === 1 || isInPre ? part : withBreaks(part);
    })
    .join('');
}
