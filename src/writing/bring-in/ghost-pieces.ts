/** A part of a Ghost post's text. */
export type Piece = { html: string } | { markdown: string };

/** Any object of Ghost's JSON. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

export const element = (tag: string, html: string, attributes: Readonly<Record<string, string>> = {}): string => {
  const written = Object.entries(attributes).flatMap(([name, value]) => (value ? ` ${name}="${escaped(value)}"` : []));
  return `<${tag}${written.join('')}>${html}</${tag}>`;
};

/** Fields of cards that say how a card looks or where it is, and are no words. */
const ofLooks =
  /^(?:type|version|cardName|mimeType|color|cardWidth|width|height|format|style|mode|direction|indent|rel|target|.*(?:Color|Align(?:ment)?|Size|Style|Layout|Position|Type|Id|Icon|Width|Height|Segment|Visibility))$/i;

const ofAddress = /^(?:url|src|href|.*(?:Url|Src|Image|Thumbnail))$/i;

const isPicture = /\.(?:jpe?g|png|gif|webp|avif|svg)(?:\?|$)/i;

/**
 * Returns a card with all of its words: code, HTML and Markdown as they are, pictures and addresses as such, and any other
 * field as a paragraph, also of cards that were invented since.
 */
export function cardPieces(name: string, card: Fields): Piece[] {
  switch (name) {
    // Ghost shows these in no post.
    case 'email':
    case 'email-cta':
    case 'paywall':
      return [];
    case 'horizontalrule':
    case 'hr':
      return [{ html: '<hr>' }];
    case 'markdown':
    case 'card-markdown':
      return [{ markdown: textIn(card.markdown) }];
    case 'html':
      return [{ html: textIn(card.html) }];
    case 'code':
    case 'codeblock': {
      const language = textIn(card.language);
      const code = element('code', escaped(textIn(card.code)), { class: language && `language-${language}` });
      return [{ html: element('pre', code) + captionOf(card) }];
    }
    case 'image':
      return [{ html: pictureOf(card) + captionOf(card) }];
    case 'gallery': {
      const pictures = listIn(card.images).filter(isFields);
      return [{ html: pictures.map((picture) => pictureOf(picture) + captionOf(picture)).join('') + captionOf(card) }];
    }
    case 'embed':
      return [{ html: (linkTo(textIn(card.url)) || textIn(card.html)) + captionOf(card) }];
    case 'bookmark': {
      const { title, description } = isFields(card.metadata) ? card.metadata : {};
      const words = [title, description].map((field) => wordsOf(field));
      return [{ html: linkTo(textIn(card.url)) + words.join('') + captionOf(card) }];
    }
    default:
      return [{ html: wordsOf(card) }];
  }
}

const captionOf = ({ caption }: Fields): string => (textIn(caption) ? element('figcaption', textIn(caption)) : '');

const pictureOf = ({ src, alt }: Fields): string =>
  textIn(src) ? `<p><img src="${escaped(textIn(src))}" alt="${escaped(textIn(alt))}"></p>` : '';

const linkTo = (address: string): string =>
  address ? element('p', element('a', escaped(address), { href: address })) : '';

function wordsOf(value: unknown, name = ''): string {
  if (Array.isArray(value)) return value.map((each) => wordsOf(each, name)).join('');
  if (isFields(value)) {
    const fields = Object.entries(value).filter(([key]) => key !== 'visibility');
    return fields.map(([key, field]) => wordsOf(field, key)).join('');
  }
  const text = textIn(value);
  if (text.trim() === '' || ofLooks.test(name)) return '';
  if (!ofAddress.test(name)) return element('div', text);
  return isPicture.test(text) ? pictureOf({ src: text }) : linkTo(text);
}
