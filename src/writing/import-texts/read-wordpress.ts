import { limits } from '../../contract/limits.ts';
import { betweenTexts } from './between-texts.ts';
import { decodeText } from './decode-text.ts';
import { type ForeignText, foundForeign } from './found-foreign.ts';
import { bounds, type FoundTexts, reasonOf, type SourceFile, shownPath, Unreadable } from './found-writing.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';
import { lineOfHtml } from './parse-html.ts';
import { parseWordPress, type WordPressItem } from './parse-wordpress.ts';
import { timeIn, timeInUtc } from './time-in.ts';
import { withTopics } from './with-topics.ts';
import { wordPressHtml } from './wordpress-html.ts';

/**
 * Returns the posts of WordPress's export (WXR). Pages, menus and the like are left out; drafts stay drafts.
 *
 * @throws Unreadable if the file is no such export; the signal's reason
 */
export async function readWordPress(file: SourceFile, signal?: AbortSignal): Promise<FoundTexts> {
  const { texts, leftOut }: FoundTexts = { texts: [], leftOut: [] };
  const pause = betweenTexts(signal);
  const { items, site, isCutOff } = await parseWordPress(decodeText(await file.bytes(bounds.foreignExport)), pause);
  const attachments = attachmentsOf(items);
  if (isCutOff) leftOut.push({ place: shownPath(file.path), reason: 'The end of the file is missing.' });
  for (const item of items) {
    await pause();
    const type = textIn(item, 'wp:post_type');
    if (type !== 'post' && type !== 'page' && type !== '') continue;
    try {
      if (type === '') throw new Unreadable('It is damaged.');
      if (type === 'page') throw new Unreadable('It is a page, not a post.');
      if (['trash', 'auto-draft', 'inherit'].includes(textIn(item, 'wp:status')))
        throw new Unreadable('It was deleted.');
      if (textIn(item, 'wp:post_password')) throw new Unreadable('It has a password, and posts here have none.');
      texts.push(foundForeign(wordPressText(item, site, attachments), file.lastModified));
    } catch (error) {
      leftOut.push({ place: titleOf(item) || 'Untitled', reason: reasonOf(error) });
    }
  }
  return { texts, leftOut };
}

/** The addresses of uploaded files that posts may show. */
interface Attachments {
  byId: ReadonlyMap<string, string>;
  /** By the id of the post that they were uploaded for. */
  byPost: ReadonlyMap<string, string[]>;
}

function attachmentsOf(items: readonly WordPressItem[]): Attachments {
  const byId = new Map<string, string>();
  const byPost = new Map<string, string[]>();
  for (const item of items) {
    const url = textIn(item, 'wp:attachment_url');
    if (!url || url.length > limits.imgUrl) continue;
    byId.set(textIn(item, 'wp:post_id'), url);
    const post = textIn(item, 'wp:post_parent');
    byPost.set(post, [...(byPost.get(post) ?? []), url].slice(0, mostFiles));
  }
  return { byId, byPost };
}

/** The most files that the galleries of a text show in total. */
const mostFiles = 1_000;

function wordPressText(item: WordPressItem, site: string, { byId, byPost }: Attachments): ForeignText {
  const title = titleOf(item);
  const id = textIn(item, 'wp:post_id');
  // Drafts have a date of zeros until they are published.
  const [inUtc, local] = ['wp:post_date_gmt', 'wp:post_date'].map((name) => textIn(item, name).replace(/^0000.*/, ''));
  const createdAt = timeInUtc(inUtc) ?? timeIn(local);
  const contentOf = (): string => {
    let left = mostFiles;
    const html = wordPressHtml(textIn(item, 'content:encoded'), (attributes) => {
      const ids = attributes.get('ids') ?? attributes.get('include');
      // A gallery that names no files shows all files that were uploaded for the post.
      const files = ids?.split(',').flatMap((each) => byId.get(each.trim()) ?? []) ?? byPost.get(id) ?? [];
      const shown = files.slice(0, left);
      left -= shown.length;
      return shown;
    });
    return withTopics(htmlToMarkdown(html), item.tags.map(lineOfHtml));
  };
  return {
    source: `wordpress:${site} ${id}`.slice(0, 2_000),
    createdAt,
    updatedAt: timeInUtc(textIn(item, 'wp:post_modified_gmt')),
    isPublished: textIn(item, 'wp:status') === 'publish',
    write: () => ({
      title,
      imgUrl: byId.get(item.meta.get('_thumbnail_id') ?? '') ?? '',
      content: contentOf(),
    }),
  };
}

const textIn = ({ fields }: WordPressItem, name: string): string => fields.get(name) ?? '';

const titleOf = (item: WordPressItem): string => lineOfHtml(textIn(item, 'title'));
