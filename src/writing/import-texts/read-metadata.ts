import { bounds } from './found-writing.ts';
import { type Fields, fieldsOf, NoFields } from './metadata-fields.ts';

/** A Markdown file, split into metadata and content. */
export interface Metadata {
  fields: Fields;
  content: string;
  /** Whether lines such as `---` stand above and below the metadata. */
  isFenced?: boolean;
  /** Why the metadata could not be read, shown to the author. `content` then includes the metadata. */
  doubt?: string;
}

/**
 * Reads the metadata above a text: front matter between fences, an object in braces, or header lines. Empty lines and
 * comments may precede it. If there is none, reads header lines in such a comment.
 *
 * @param text with `\n` at the ends of its lines
 */
export async function readMetadata(text: string): Promise<Metadata> {
  const [before = ''] = /^(?:[\s\p{Cf}\0]|<!--[\s\S]*?-->)*/u.exec(text) ?? [];
  const rest = text.slice(before.length);
  const found =
    (await betweenFences(rest)) ??
    (await asObject(rest)) ??
    (await asHeaderLines(rest)) ??
    (await inComment(before, rest));
  if (found) return found.doubt ? { ...found, content: text } : found;
  return { fields: {}, content: text };
}

/** Matches a fence: `---` for YAML, `+++` for TOML, `;;;` for JSON. A language written after it takes precedence. */
const fence = /^[ \t]*(-{3,}|\+{3,}|;{3,}|—)[ \t]*(?:([a-z]+)[ \t]*)?(?:#.*)?\n/i;

async function betweenFences(text: string): Promise<Metadata | undefined> {
  const [line, mark = '', language = ''] = fence.exec(text) ?? [];
  if (line === undefined) return undefined;
  const rest = text.slice(line.length);
  const end = (mark.startsWith('-') ? /^(?:-{3,}|\.\.\.)[ \t]*$/m : /^(?:\+{3,}|;{3,}|—)[ \t]*$/m).exec(rest);
  const written = end ? rest.slice(0, end.index) : undefined;
  // regexp input: at most 2,000 characters of a text's beginning
  const looksLikeFields = /^[^\p{L}\p{N}\n]*[\p{L}\p{N}][\p{L}\p{N} _."'-]{0,60}[:=]/mu.test(rest.slice(0, 2_000));
  const isReadable = mark !== '—' && (language === '' ? mark !== '+++' : /^(?:ya?ml|json)$/i.test(language));
  if (end && written !== undefined && isReadable) {
    try {
      return {
        fields: await fieldsOf(written),
        content: contentAfter(rest, end.index + end[0].length),
        isFenced: true,
      };
    } catch (error) {
      if (!(error instanceof NoFields)) throw error;
      if (!looksLikeFields) return undefined;
      return unread(`Its front matter is not ${mark === ';;;' || /json/i.test(language) ? 'JSON' : 'YAML'}.`);
    }
  }
  if (!looksLikeFields) return undefined;
  if (!end) return unread('Its front matter has no end.');
  return unread(
    `Its front matter is ${mark === '+++' ? 'TOML' : language || 'damaged'}, and only YAML and JSON can be read.`,
  );
}

/** Returns the content after the metadata, without the empty line between them. */
const contentAfter = (text: string, at: number): string => text.slice(at).replace(/^\n{1,2}/, '');

const unread = (doubt: string): Metadata => ({ fields: {}, content: '', doubt });

/** Reads JSON, or a YAML map in braces, which may have comments and unquoted names. Ignores templates (`{{`, `{%`). */
async function asObject(text: string): Promise<Metadata | undefined> {
  if (!/^\{[\s"'\w]/.test(text)) return undefined;
  const end = endOfObject(text);
  const looksLikeFields = /[:=]/.test(text.slice(0, end ?? 2_000));
  if (!looksLikeFields) return undefined;
  const [line = ''] = /^[ \t]*(?:\n?;{3,}[ \t]*)?(?:\n|$)/.exec(text.slice(end ?? text.length)) ?? [];
  if (end === undefined || (line === '' && end < text.length)) return unread('Its metadata is not JSON.');
  try {
    return { fields: await fieldsOf(text.slice(0, end)), content: contentAfter(text, end + line.trimEnd().length) };
  } catch (error) {
    if (!(error instanceof NoFields)) throw error;
    return unread('Its metadata is not JSON.');
  }
}

/** Returns the index after the object with which the text begins. */
function endOfObject(text: string): number | undefined {
  let depth = 0;
  for (const { 0: piece, index } of text.slice(0, bounds.frontMatter).matchAll(/"(?:[^"\\\n]|\\.)*"?|[{}]/g)) {
    if (piece === '{') depth += 1;
    if (piece === '}') depth -= 1;
    if (depth === 0) return index + piece.length;
  }
  return undefined;
}

/** Header lines are read as metadata only if one of these fields is among them. */
const ofMetadata =
  /^(?:title|date|created|published|publish|status|draft|private|visibility|hidden|unlisted|public|slug|layout|permalink|tags|categor(?:y|ies))$/;

const headerLine = /^ {0,3}(?:\.\. |#\+|%[ ]?|:)?([\p{L}][\p{L}\p{N} _-]{0,40}?)[ \t]*:(?:[ \t](.*))?$/u;

/** Reads lines such as `Title: A day` up to an empty line, as Pelican, MultiMarkdown and Hexo write them. */
async function asHeaderLines(text: string): Promise<Metadata | undefined> {
  const lines = text.slice(0, bounds.frontMatter).split('\n');
  const fields: Fields = {};
  let [at, last, isYaml] = [0, '', false];
  for (; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const [, name, value = ''] = headerLine.exec(line) ?? [];
    if (name !== undefined) {
      last = name.toLowerCase();
      fields[last] = [fields[last], unquoted(value)].filter(Boolean).join(', ');
    } else if (last && /^(?:[ \t]+|- )\S/.test(line)) {
      isYaml ||= /^[ \t]*- /.test(line);
      fields[last] = [fields[last], line.replace(/^[ \t]*-?[ \t]+/, '')].filter(Boolean).join(isYaml ? ', ' : ' ');
    } else break;
  }
  if (!Object.keys(fields).some((name) => ofMetadata.test(name))) return undefined;
  const written = lines.slice(0, at).join('\n');
  const closing = /^(?:-{3,}|\+{3,}|;{3,}|\.\.\.)[ \t]*$/.exec(lines[at] ?? '')?.[0];
  const content = contentAfter(text, written.length + (closing === undefined ? 0 : 1 + closing.length));
  if (closing === undefined) return { fields, content };
  return { fields: { ...fields, ...(await fieldsOf(written).catch(() => ({}))) }, content };
}

const unquoted = (value: string): string => value.trim().replace(/^(["'])(.*)\1$/, '$2');

/** Returns the contents of HTML comments. */
const commentsIn = (text: string): string[] =>
  text
    .split('<!--')
    .slice(1)
    .flatMap((part) => (part.includes('-->') ? part.slice(0, part.indexOf('-->')) : []));

/** Reads metadata in a comment, as Nikola writes it. */
async function inComment(before: string, content: string): Promise<Metadata | undefined> {
  for (const comment of commentsIn(before)) {
    const found = await asHeaderLines(comment.replace(/^\s+/, '').replaceAll(/^[ \t]*\.\. /gm, ''));
    if (found) return { fields: found.fields, content };
  }
  return undefined;
}
