import { Unreadable } from './found-writing.ts';
import { cardPieces, element, escaped, type Fields, isFields, listIn, type Piece, textIn } from './ghost-pieces.ts';

/** Sections by the number that each begins with (Mobiledoc 0.3). */
const sections = { markup: 1, image: 2, list: 3, card: 10 } as const;

/**
 * Returns the text of Ghost's editor before version 5: sections of text, with cards between them.
 *
 * @throws Unreadable if it is something else
 */
export function mobiledocPieces(document: unknown): Piece[] {
  if (!isFields(document)) throw new Unreadable('Its text is in a form that cannot be read.');
  const cards = listIn(document.cards);
  const listed = listIn(document.sections);
  // Ghost 1.0 stores some with the card alone.
  const found =
    listed.length > 0 ? listed.flatMap((section) => piecesOf(section, document)) : cards.flatMap(pieceOfCard);
  return found;
}

function pieceOfCard(card: unknown): Piece[] {
  const [name, fields] = listIn(card);
  return isFields(fields) ? cardPieces(textIn(name), fields) : [];
}

function piecesOf(section: unknown, document: Fields): Piece[] {
  const [kind, first, second] = listIn(section);
  switch (kind) {
    case sections.markup:
      return [{ html: element(tagOf(first, 'p'), lineOf(second, document)) }];
    case sections.image:
      return [{ html: `<p><img src="${escaped(textIn(first))}"></p>` }];
    case sections.list: {
      const items = listIn(second).map((markers) => element('li', lineOf(markers, document)));
      return [{ html: element(tagOf(first, 'ul'), items.join('')) }];
    }
    case sections.card:
      return pieceOfCard(listIn(document.cards)[Number(first)]);
    default:
      throw new Unreadable('Its text is in a form that cannot be read.');
  }
}

const tagOf = (name: unknown, other: string): string =>
  /^(?:p|h[1-6]|blockquote|aside|ul|ol)$/i.test(textIn(name)) ? textIn(name).toLowerCase() : other;

/** Each marker opens some of the document's markups, holds a text or an atom, and closes some. */
function lineOf(markers: unknown, { markups, atoms }: Fields): string {
  const open: string[] = [];
  let html = '';
  for (const marker of listIn(markers)) {
    const [kind, opened, closed, value] = listIn(marker);
    for (const index of listIn(opened)) {
      const [tag, attributes] = listIn(listIn(markups)[Number(index)]);
      const name = /^(?:a|b|strong|i|em|code|s|del|sub|sup|u)$/i.test(textIn(tag)) ? textIn(tag) : 'span';
      const at = listIn(attributes).indexOf('href');
      const href = at < 0 ? '' : textIn(listIn(attributes)[at + 1]);
      html += href ? `<${name} href="${escaped(href)}">` : `<${name}>`;
      open.push(name);
    }
    html += kind === 1 ? ofAtom(listIn(atoms)[Number(value)]) : escaped(textIn(value));
    for (let left = Number(closed) || 0; left > 0; left--) html += `</${open.pop() ?? 'span'}>`;
  }
  return (
    html +
    open
      .reverse()
      .map((name) => `</${name}>`)
      .join('')
  );
}

function ofAtom(atom: unknown): string {
  const [name, text] = listIn(atom);
  return name === 'soft-return' ? '<br>' : escaped(textIn(text));
}
