import type { StateCore } from 'markdown-it';

/** The longest list of attributes in braces, in characters. Longer lists stay text. */
const longest = 200;

/**
 * Moves the ids that authors gave to headings from the text to the headings' attributes. Reads `## Title {#id}`, which
 * most programs support, and kramdown's `{: #id}` in the line below.
 */
export function takeGivenIds(state: StateCore): void {
  const { tokens } = state;
  const taken = new Set<number>();
  for (const [at, heading] of tokens.entries()) {
    if (heading.type !== 'heading_open') continue;
    const [words, below, line] = [tokens[at + 1], tokens[at + 3], tokens[at + 4]];
    if (!words) continue;
    const open = words.content.lastIndexOf('{');
    const id = words.content[open - 1] === '\\' ? undefined : idIn(words.content.slice(open));
    const before = words.content.slice(0, Math.max(open, 0)).trimEnd();
    if (id !== undefined && before) {
      heading.attrSet('id', id);
      words.content = before.replace(/ #+$/, '').trimEnd();
    }
    if (below?.type !== 'paragraph_open' || !line || below.map?.[0] !== heading.map?.[1]) continue;
    const [first = '', ...others] = line.content.split('\n');
    const idBelow = first.startsWith('{:') ? idIn(first.trimEnd()) : undefined;
    if (idBelow === undefined) continue;
    heading.attrSet('id', idBelow);
    line.content = others.join('\n');
    if (others.length === 0) for (const index of [at + 3, at + 4, at + 5]) taken.add(index);
  }
  if (taken.size > 0) state.tokens = tokens.filter((_, at) => !taken.has(at));
}

/** Returns the id in `{#id .class key=value}`. */
function idIn(attributes: string): string | undefined {
  if (attributes.length > longest || !attributes.endsWith('}')) return undefined;
  const parts = attributes.slice(1, -1).replace(/^:/, '').trim().split(/\s+/);
  if (!parts.every((part) => /^(?:[#.][^#{}]+|[\w-]+=.+)$/.test(part))) return undefined;
  return parts.find((part) => part.startsWith('#'))?.slice(1);
}
