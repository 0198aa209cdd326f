import { toMdast } from 'hast-util-to-mdast';
import type { List, Nodes, Parents } from 'mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { type Handle, type Options, toMarkdown } from 'mdast-util-to-markdown';
import { parseHtml, withoutTags } from './parse-html.ts';
import { withoutDeadMarks } from './remove-dead-marks.ts';
import { simplified } from './simplify-html.ts';

/**
 * Returns a post's HTML as Markdown by the rules of src/text/markdown. Elements that Markdown lacks become plain words.
 *
 * @throws Unreadable
 */
export function htmlToMarkdown(html: string): string {
  try {
    return converted(html);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    console.info('Could not convert HTML (too large or too deeply nested); importing only its words.', error);
    return converted(withoutTags(html));
  }
}

function converted(html: string): string {
  const tree = toMdast({ type: 'root', children: simplified(parseHtml(html)) }, { document: true });
  const settle = (node: Nodes): void => {
    if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell')
      node.children = withoutDeadMarks(node.children, (children) => written({ ...node, children }));
    else if ('children' in node) {
      for (const child of node.children) settle(child);
      if (node.type === 'list') setSpread(node);
      if (node.type !== 'table' && node.type !== 'tableRow') removeEmpty(node);
    }
  };
  settle(tree);
  return written(tree).trimEnd();
}

/** Puts empty lines between a list's items only if an item has a second block other than a list. */
function setSpread(list: List): void {
  for (const item of list.children) item.spread = item.children.slice(1).some(({ type }) => type !== 'list');
  list.spread = list.children.some(({ spread }) => spread);
}

function removeEmpty(parent: Parents): void {
  const isEmpty = (child: Nodes) => 'children' in child && child.children.length === 0;
  Object.assign(parent, { children: parent.children.filter((child) => !isEmpty(child)) });
}

/**
 * Returns a handler that writes a mark without escaping the characters beside it. `withoutDeadMarks` has removed the
 * marks that would format nothing.
 */
function marked(mark: string): Handle {
  const handle: Handle = (node, _parent, state, info) =>
    mark + state.containerPhrasing(node, { ...info, before: mark, after: mark }) + mark;
  return Object.assign(handle, { peek: () => mark.charAt(0) });
}

const options: Options = {
  bullet: '-',
  rule: '-',
  listItemIndent: 'one',
  extensions: [gfmTableToMarkdown({ tablePipeAlign: false })],
  unsafe: [{ character: '~', inConstruct: 'phrasing' }],
  handlers: {
    // Storyline shows a line's end as a line break (src/text/markdown).
    break: () => '\n',
    strong: marked('**'),
    emphasis: marked('*'),
    delete: marked('~~'),
  },
};

const written = (node: Nodes): string => toMarkdown(node, options);
