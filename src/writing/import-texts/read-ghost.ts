import * as v from 'valibot';
import { betweenTexts } from './between-texts.ts';
import { decodeText } from './decode-text.ts';
import { type ForeignText, foundForeign } from './found-foreign.ts';
import { bounds, type FoundTexts, part, reasonOf, type SourceFile, shownPath, Unreadable } from './found-writing.ts';
import { timeInUtc } from './time-in.ts';
import { withTopics } from './with-topics.ts';

const text = v.fallback(v.nullish(v.string()), undefined);
const time = v.fallback(v.nullish(v.union([v.string(), v.number()])), undefined);
const id = v.pipe(v.union([v.string(), v.number()]), v.transform(String));

const ghostPost = v.object({
  id,
  uuid: text,
  title: text,
  html: text,
  plaintext: text,
  mobiledoc: text,
  lexical: text,
  feature_image: text,
  image: text,
  status: text,
  visibility: v.optional(v.unknown()),
  type: text,
  page: v.fallback(v.nullish(v.union([v.boolean(), v.number()])), undefined),
  published_at: time,
  created_at: time,
  updated_at: time,
});

const ghostData = v.object({
  posts: v.array(v.unknown()),
  tags: v.fallback(v.array(v.unknown()), []),
  posts_tags: v.fallback(v.array(v.unknown()), []),
});

const ghostExport = v.union([
  v.pipe(
    v.object({ db: v.pipe(v.array(v.object({ data: ghostData })), v.minLength(1)) }),
    v.transform(({ db }) => db[0]?.data),
  ),
  v.pipe(
    v.object({ data: ghostData }),
    v.transform(({ data }) => data),
  ),
]);

/**
 * Returns the posts of Ghost's JSON export. Pages are left out, as Storyline has none.
 *
 * @throws Unreadable if the file is no such export; PartMissing; the signal's reason
 */
export async function readGhost(file: SourceFile, signal?: AbortSignal): Promise<FoundTexts> {
  const { texts, leftOut }: FoundTexts = { texts: [], leftOut: [] };
  const json = parse(decodeText(await file.bytes(bounds.foreignExport)));
  const found = v.safeParse(ghostExport, json);
  if (!found.success || !found.output) throw new Unreadable('It is JSON, but not a Ghost export.');
  const { htmlToMarkdown } = await part(import('./html-to-markdown.ts'));
  const tagsOf = tagsByPost(found.output);
  const pause = betweenTexts(signal);
  for (const entry of found.output.posts.slice(0, bounds.files)) {
    await pause();
    const post = v.safeParse(ghostPost, entry);
    const place = post.success ? post.output.title || 'Untitled' : shownPath(file.path);
    try {
      if (!post.success) throw new Unreadable('It has no id.');
      const { type, page, status } = post.output;
      if (type === 'page' || (page && type !== 'post')) throw new Unreadable('It is a page, not a post.');
      if (status === 'trashed') throw new Unreadable('It was deleted.');
      const tags = tagsOf.get(post.output.id) ?? [];
      texts.push(foundForeign(ghostText(post.output, tags, htmlToMarkdown), file.lastModified));
    } catch (error) {
      leftOut.push({ place, reason: reasonOf(error) });
    }
  }
  return { texts, leftOut };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new Unreadable('It is not JSON.', { cause: error });
  }
}

type GhostPost = v.InferOutput<typeof ghostPost>;

function ghostText(post: GhostPost, tags: string[], toMarkdown: (html: string) => string): ForeignText {
  const title = post.title ?? '';
  // Ghost's `sent` is a post that was published by email alone.
  const isOut = post.status === 'published' || post.status === 'sent';
  const createdAt = timeInUtc(isOut ? (post.published_at ?? post.created_at) : (post.updated_at ?? post.created_at));
  return {
    source: `ghost:${post.uuid ?? post.id}`,
    createdAt,
    updatedAt: timeInUtc(post.updated_at),
    isPublished: post.status === 'published' && (post.visibility ?? 'public') === 'public',
    whyDraft: gated.test(post.html ?? '') ? 'Part of it is for members only.' : undefined,
    write: () => ({
      title,
      imgUrl: post.feature_image ?? post.image ?? '',
      content: withTopics(contentOf(post, toMarkdown), tags),
    }),
  };
}

// regexp input: at most 500 characters of a comment
const gated = /<!--\s?kg-gated-block:begin[^>]{0,500}\bnonMember:\s?"?false/i;

/** @throws Unreadable if the export has the text only in the formats of Ghost's editors */
function contentOf({ html, plaintext, lexical, mobiledoc }: GhostPost, toMarkdown: (html: string) => string): string {
  if (html?.trim()) return toMarkdown(html);
  if (plaintext?.trim() || !(lexical || mobiledoc)) return plaintext ?? '';
  throw new Unreadable('Ghost exported it without its HTML. Save it in Ghost again, then export again.');
}

function tagsByPost({ tags, posts_tags }: v.InferOutput<typeof ghostData>): Map<string, string[]> {
  const tag = v.object({ id, name: v.string() });
  const link = v.object({ post_id: id, tag_id: id });
  const names = new Map(tags.flatMap((entry) => (v.is(tag, entry) ? [[String(entry.id), entry.name] as const] : [])));
  const found = new Map<string, string[]>();
  for (const entry of posts_tags) {
    if (!v.is(link, entry)) continue;
    const name = names.get(String(entry.tag_id));
    // Ghost does not show readers a tag that begins with #.
    if (name === undefined || name.startsWith('#')) continue;
    const post = String(entry.post_id);
    found.set(post, [...(found.get(post) ?? []), name]);
  }
  return found;
}
