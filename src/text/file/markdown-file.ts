/** The metadata above the text, in the order of the keys; `undefined` values are left out. */
export type FrontMatter = Record<string, string | number | undefined>;

/**
 * Returns a Markdown file with YAML front matter, the format that static site generators read. The text follows the
 * first empty line, unchanged.
 */
export function markdownFile(front: FrontMatter, content: string): string {
  const lines = Object.entries(front).flatMap(([key, value]) =>
    value === undefined ? [] : `${key}: ${typeof value === 'number' ? value : quoted(value)}`,
  );
  return ['---', ...lines, '---', '', content].join('\n');
}

/** Returns a double-quoted YAML string: a JSON string with these characters escaped, too (YAML 1.2, 5.1). */
const quoted = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Splits off the front matter, if there is any, and one empty line behind it. Expects no byte order mark. */
export function splitMarkdown(text: string): { front: string | undefined; content: string } {
  const opened = /^---[ \t]*\r?\n/.exec(text);
  if (!opened) return { front: undefined, content: text };
  const rest = text.slice(opened[0].length);
  const closed = /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$(?![\s\S]))/m.exec(rest);
  if (!closed) return { front: undefined, content: text };
  const content = rest.slice(closed.index + closed[0].length).replace(/^\r?\n/, '');
  return { front: rest.slice(0, closed.index), content };
}
