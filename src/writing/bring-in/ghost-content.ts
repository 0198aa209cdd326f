import { Unreadable } from './found-writing.ts';
import { lexicalPieces } from './ghost-lexical.ts';
import { mobiledocPieces } from './ghost-mobiledoc.ts';
import type { Piece } from './ghost-pieces.ts';

type ToMarkdown = (html: string) => string;

/** The forms in which Ghost stores a text. Each may be missing. */
export interface GhostForms {
  html?: string | null | undefined;
  lexical?: string | null | undefined;
  mobiledoc?: string | null | undefined;
  plaintext?: string | null | undefined;
}

/**
 * Returns a post's text as Markdown, by the first of its forms that has one: the HTML that Ghost shows, or what its
 * editors store.
 *
 * @throws Unreadable if it has a text in no form that can be read
 */
export function ghostContent({ html, lexical, mobiledoc, plaintext }: GhostForms, toMarkdown: ToMarkdown): string {
  const forms: [string | null | undefined, (written: string) => Piece[]][] = [
    [html, (written) => [{ html: written }]],
    [lexical, (written) => lexicalPieces(parsed(written))],
    [mobiledoc, (written) => mobiledocPieces(parsed(written))],
  ];
  let failure: Unreadable | undefined;
  for (const [written, read] of forms) {
    if (!written?.trim()) continue;
    try {
      const markdown = joined(read(written), toMarkdown);
      if (markdown !== '') return markdown;
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      failure = error;
    }
  }
  if (failure && !plaintext?.trim()) throw failure;
  return plaintext ?? '';
}

// bounded: 500 characters of a comment
const gatedHtml = /<!--\s?kg-gated-block:begin[^>]{0,500}\bnonMember:\s?"?false/i;
// bounded: 500 characters of a map
const gatedLexical = /"web":\{[^{}]{0,500}"nonMember":false/;

/** Whether a part of a post is for members alone. */
export const isGated = ({ html, lexical }: GhostForms): boolean =>
  gatedHtml.test(html ?? '') || gatedLexical.test(lexical ?? '');

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new Unreadable('Its text is in a form that cannot be read.', { cause: error });
  }
}

/** Converts HTML that stands together as one, so that its lists and paragraphs stay whole. */
function joined(pieces: readonly Piece[], toMarkdown: ToMarkdown): string {
  const found: string[] = [];
  let html = '';
  const endHtml = () => {
    if (html) found.push(toMarkdown(html));
    html = '';
  };
  for (const piece of pieces) {
    if ('html' in piece) html += piece.html;
    else {
      endHtml();
      found.push(piece.markdown.trim());
    }
  }
  endHtml();
  return found.filter(Boolean).join('\n\n');
}
