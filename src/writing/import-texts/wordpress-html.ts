/**
 * Matches the tags of `<pre>` blocks and of the shortcodes that contain code, such as `[code]` and `[php]` (from
 * SyntaxHighlighter and similar plugins).
 */
// regexp input: at most 1,000 characters of a shortcode
const codeOrPre =
  /(<\/?pre\b[^<>]*>|\[\/?(?:code|sourcecode|source|highlight|bash|shell|c|cpp|csharp|css|diff|go|html|java|javascript|js|perl|php|python|py|ruby|scala|sql|vb|xml)\b[^[\]]{0,1000}\])/i;

// regexp input: at most 1,000 characters of a shortcode
const shortcode = /\[(\/?)(caption|gallery|playlist|audio|video|embed)\b([^[\]]{0,1000})\]/g;

/** Returns the addresses of a gallery's files, given the attributes of its shortcode. */
export type FilesOf = (attributes: ReadonlyMap<string, string>) => string[];

/**
 * Returns a post's text as the HTML that WordPress shows. The classic editor separates paragraphs by empty lines; the
 * newer editor marks blocks by comments. Code, captions and galleries may be shortcodes in square brackets.
 */
export function wordPressHtml(written: string, filesOf: FilesOf): string {
  const isClassic = !written.includes('<!-- wp:');
  const parts = written.split(codeOrPre);
  const tags = parts.map((part) => /^([<[])(\/?)([a-z]+)/i.exec(part.toLowerCase()) ?? []);
  // The last index of each tag. It tells whether a shortcode is ever closed; if not, the shortcode has no content.
  const lastEnds = new Map(tags.map(([, bracket, slash, name], at) => [`${bracket}${slash}${name}`, at] as const));
  let open: string | undefined;
  const converted = parts.map((part, at) => {
    if (at % 2 === 0) {
      if (open?.startsWith('[')) return asCode(part);
      return open === undefined ? proseOf(part, isClassic, filesOf) : part;
    }
    const [, bracket = '', slash = '', name = ''] = tags[at] ?? [];
    if (open === undefined && !slash && (lastEnds.get(`${bracket}/${name}`) ?? 0) > at) {
      open = bracket + name;
      return bracket === '[' ? openCode(name, part) : part;
    }
    if (open === bracket + name && slash) {
      open = undefined;
      return bracket === '[' ? '</code></pre>' : part;
    }
    return open?.startsWith('[') ? escaped(part) : part;
  });
  return converted.join('');
}

function openCode(name: string, written: string): string {
  const attributes = attributesOf(written);
  const named = attributes.get('language') ?? attributes.get('lang');
  const language = named ?? (/^(?:code|sourcecode|source|highlight)$/.test(name) ? '' : name);
  return `<pre><code class="language-${language.replaceAll(/[^\w+#-]/g, '')}">`;
}

/** Returns code with entities. WordPress's visual editor writes them; its text editor writes plain code. */
const asCode = (code: string): string => (code.includes('<') ? escaped(code) : code).replace(/^\r?\n/, '');

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

// regexp input: at most 1,000 characters of a shortcode
const attribute = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'\]]+))/g;

const attributesOf = (written: string): Map<string, string> =>
  new Map(
    [...written.matchAll(attribute)].map(
      ([, name = '', ...values]) => [name.toLowerCase(), values.find((value) => value !== undefined) ?? ''] as const,
    ),
  );

function proseOf(written: string, isClassic: boolean, filesOf: FilesOf): string {
  let caption = '';
  const html = written.replaceAll(shortcode, (whole, slash: string, name: string, rest: string) => {
    const attributes = attributesOf(rest);
    if (name === 'caption') {
      // Old captions have their words in an attribute.
      const words = slash && caption && ` ${caption}`;
      caption = slash ? '' : (attributes.get('caption') ?? '');
      return words;
    }
    if (slash || name === 'embed') return ' ';
    const own = mediaAttributes.flatMap((key) => attributes.get(key) ?? []);
    const files = name === 'gallery' || name === 'playlist' ? filesOf(attributes) : own.slice(0, 1);
    return files.length === 0 ? whole : `\n\n${files.map(fileOf).join('\n')}\n\n`;
  });
  return isClassic ? withBreaks(html) : html;
}

const mediaAttributes = ['src', 'mp4', 'm4v', 'webm', 'ogv', 'mp3', 'm4a', 'ogg', 'wav'];

function fileOf(address: string): string {
  const quoted = escaped(address).replaceAll('"', '&quot;');
  const isPicture = /\.(?:jpe?g|png|gif|webp|avif|heic|bmp|svg)$/i.test(address);
  return isPicture ? `<p><img src="${quoted}"></p>` : `<p><audio src="${quoted}"></audio></p>`;
}

const withBreaks = (html: string): string =>
  html
    .replaceAll('\r\n', '\n')
    .replaceAll(/\n[ \t]*\n\s*/g, '<p>')
    .replaceAll(/([^>\n])\n(?!\s*<\/?(?:ul|ol|li|p|h\d|table|t[rdh]|blockquote|div|figure|hr)\b)/gi, '$1<br>\n');
