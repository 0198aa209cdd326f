import MarkdownIt, { type StateBlock, type StateCore, type Token } from 'markdown-it';
import { emphasiseBesideCjk } from './cjk-emphasis.ts';
import { withoutComments } from './comments.ts';
import { readFootnotes } from './footnotes.ts';
import { takeGivenIds } from './given-ids.ts';
import { hideComments } from './hide-comments.ts';
import { type Marked, OutputBudget, TooComplexError } from './output-budget.ts';

/**
 * Limits of formatting. They limit the input and not the time, so that a server and every device leave the same parts
 * unformatted.
 */
const most = {
  /** Tokens of a text, about two for each element: a page with more freezes a phone. */
  tokens: 60_000,
  /** Depth of quotes and lists, counted in tokens; a nested list takes two. */
  depth: 60,
  /**
   * Characters, and opening brackets, of one paragraph, heading or cell. Above either limit the Markdown stays as
   * written, because looking for the end of each `![` takes quadratic time (1,000,000 characters: minutes).
   */
  inline: 10_000,
  brackets: 300,
  /** Characters of a bare address that begins with `www.`. */
  address: 2_000,
  /** Characters of a host's name after its `www.`: no name has more than 253 (RFC 1035, 2.3.4). */
  host: 250,
} as const;

// regexp input: at most 250 characters of a host's name
const longHost = new RegExp(`^[^\\s/?#]{${most.host}}`);

/** The environment of one parse. The parser adds the text's link reference definitions to it. */
export type ParseEnv = StateBlock['env'] & { budget: OutputBudget };

/**
 * Maps block tokens to the kinds of output that `OutputBudget` charges. The parser charges the budget as it makes a
 * token, so that it stops early at a short text with huge output. Paragraphs are charged later (`tokens-to-tree.ts`).
 */
const marksOf: Partial<Record<string, Marked>> = {
  heading_open: 'heading',
  blockquote_open: 'quote',
  bullet_list_open: 'list',
  ordered_list_open: 'list',
  list_item_open: 'item',
  fence: 'code',
  code_block: 'code',
  hr: 'rule',
  table_open: 'table',
  tr_open: 'row',
  th_open: 'headCell',
  td_open: 'cell',
  footnote_open: 'footnote',
};

/** Creates a parser for CommonMark and GitHub's additions. Shows HTML as text, hides comments, keeps line breaks. */
export function createParser(): InstanceType<typeof MarkdownIt> {
  const parser = new MarkdownIt('default', { html: false, breaks: true, linkify: true });
  // A name without a scheme is a link only if it begins with `www.`: `main.rs` and `README.md` are files.
  parser.linkify
    .add('//', null)
    .add('ftp:', null)
    .add('www.', {
      validate: (text, at, linkify) => {
        if (longHost.test(text.slice(at, at + most.host))) return 0;
        const rest = text.slice(at, at + most.address);
        return Math.max(0, linkify.testSchemaAt(`//www.${rest}`, 'http:', 0) - '//www.'.length);
      },
      normalize: (link) => {
        link.url = `http://${link.url}`;
      },
    });
  // The parser calls this at a `://`, then advances by the length of the link's URL. `normalize` makes the URL of
  // `www.x` longer by its `http://`, so the parser would drop seven characters.
  const matchAtStart = parser.linkify.matchAtStart.bind(parser.linkify);
  parser.linkify.matchAtStart = (text) => (/^www\./i.test(text) ? null : matchAtStart(text));
  parser.validateLink = isLinkUrl;
  // An address is shown as it was written.
  parser.normalizeLinkText = (url) => url;
  boundBlocks(parser);
  keepExcessCells(parser);
  emphasiseBesideCjk(parser);
  hideComments(parser);
  readFootnotes(parser);
  parser.block.ruler.before('table', 'depth', boundDepth);
  parser.core.ruler.at('inline', parseInlines);
  parser.core.ruler.before('inline', 'given_ids', takeGivenIds);
  return parser;
}

/** Allows the site's own pages, the web and mail, but no `javascript:` or `data:` URL. */
function isLinkUrl(url: string): boolean {
  const base = 'https://a.b';
  return URL.canParse(url, base) && /^(?:https?|mailto):$/.test(new URL(url, base).protocol);
}

function boundBlocks(parser: InstanceType<typeof MarkdownIt>): void {
  parser.block.State = class extends parser.block.State {
    override push(...token: Parameters<StateBlock['push']>): Token {
      if (this.tokens.length > most.tokens) throw new TooComplexError(`more than ${most.tokens} tokens`);
      const kind = marksOf[token[0]];
      if (kind) budgetIn(this.env).spend(kind);
      return super.push(...token);
    }
  };
}

function budgetIn({ budget }: StateBlock['env']): OutputBudget {
  if (!(budget instanceof OutputBudget)) throw new Error('A text is parsed with a budget');
  return budget;
}

/** Throws for deep nesting, because the parser itself would silently drop the nested text. */
function boundDepth({ level }: StateBlock): boolean {
  if (level > most.depth) throw new TooComplexError(`nested more than ${most.depth} deep`);
  return false;
}

/** Appends the cells that exceed the table's head to the last cell of their row, so that no word is lost. */
function keepExcessCells({ block: { ruler } }: InstanceType<typeof MarkdownIt>): void {
  const [table] = ruler.getRules('');
  if (!table) throw new Error('The parser has no rule for tables');
  const keepAll: typeof table = (state, start, end, isSilent) => {
    const first = state.tokens.length;
    if (!table(state, start, end, isSilent)) return false;
    let line = start;
    let cells: Token[] = [];
    for (const token of state.tokens.slice(first)) {
      if (token.type === 'tr_open') [line, cells] = [token.map?.[0] ?? start, []];
      else if (token.type === 'inline') cells.push(token);
      else if (token.type === 'tr_close') appendExcess(cells, textOf(state, line));
    }
    return true;
  };
  ruler.at('table', keepAll, { alt: ['paragraph', 'reference'] });
}

const textOf = ({ src, bMarks, tShift, eMarks }: StateBlock, line: number): string =>
  src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line]).trim();

function appendExcess(cells: Token[], row: string): void {
  const written = row.split(/(?<!\\)\|/);
  if (written[0] === '') written.shift();
  if (written.at(-1) === '') written.pop();
  const last = cells.at(-1);
  if (last && written.length > cells.length) last.content += ` | ${written.slice(cells.length).join('|').trim()}`;
}

function isBounded(content: string): boolean {
  if (content.length > most.inline) return false;
  let brackets = 0;
  for (let at = content.indexOf('['); at >= 0; at = content.indexOf('[', at + 1)) brackets += 1;
  return brackets <= most.brackets;
}

function parseInlines({ tokens, md, env, Token: Made }: StateCore): void {
  let count = tokens.length;
  for (const token of tokens) {
    if (token.type !== 'inline') continue;
    token.children ??= [];
    if (isBounded(token.content)) {
      md.inline.parse(token.content, md, env, token.children);
    } else {
      for (const [index, line] of withoutComments(token.content).split('\n').entries()) {
        if (index > 0) token.children.push(new Made('softbreak', 'br', 0));
        const text = new Made('text', '', 0);
        text.content = line;
        token.children.push(text);
      }
    }
    count += token.children.length;
    if (count > most.tokens) throw new TooComplexError(`more than ${most.tokens} tokens`);
  }
}
